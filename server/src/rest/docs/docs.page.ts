import type { ApiDocument, Operation } from '../openapi.ts';
import { methods } from '../openapi.ts';
import { curlOf } from './curl.ts';
import { escapeHtml, json, prose } from './html.ts';
import { rowOf, schemaSections, schemaTable, table, typeOf } from './schema-table.ts';

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

const entriesOf = ({ paths }: ApiDocument): Entry[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );

const badge = (method: string) => `<span class="method ${method.toLowerCase()}">${method}</span>`;
/** A path may break after each slash, so that a phone shows all of it. */
const breakable = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>');
const sample = (title: string, body: string) =>
  `<figure><figcaption>${escapeHtml(title)} <button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0"><code>${body}</code></pre></figure>`;

function parametersOf({ operation }: Entry, document: ApiDocument): string {
  const found = (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter,
  );
  const rows = found.flatMap((parameter) =>
    parameter
      ? [
          rowOf({
            name: parameter.name,
            schema: {
              ...parameter.schema,
              description: `In the ${parameter.in}. ${parameter.description ?? ''}`.trim(),
            },
            isRequired: parameter.required ?? false,
          }),
        ]
      : [],
  );
  return table('Parameters', rows);
}

function answersOf({ operation }: Entry): string {
  return Object.entries(operation.responses)
    .map(([status, answer]) => {
      const name = answer.$ref?.split('/').at(-1);
      if (name) return `<li><code>${status}</code> <a href="#response-${name}">${name}</a></li>`;
      const media = answer.content?.['application/json'];
      const headers = Object.keys(answer.headers ?? {}).join(', ');
      return `<li><code>${status}</code> ${escapeHtml(answer.description ?? '')}${media ? `: ${typeOf(media.schema)}` : ''} <small>Headers: ${escapeHtml(headers)}</small></li>`;
    })
    .join('');
}

function operationSection(entry: Entry, document: ApiDocument, base: string): string {
  const { method, path, operation } = entry;
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const success = Object.values(operation.responses).find(
    (answer) => answer.content?.['application/json']?.example !== undefined,
  );
  const types = Object.keys(operation.requestBody?.content ?? {}).join(' or ');
  const words = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
  return `<details class="call" id="${operation.operationId}" data-words="${escapeHtml(words)}">
<summary><h3>${badge(method)} <code class="path">${breakable(path)}</code> <span class="what">${escapeHtml(operation.summary)}</span></h3></summary>
<div class="inside">${prose(operation.description ?? '')}
${parametersOf(entry, document)}
${body ? `${schemaTable(`Body (${types})`, body.schema)}${type === 'multipart/form-data' ? '' : sample('Body', json(body.example))}` : ''}
${sample('curl', escapeHtml(curlOf(method, path, operation, base)))}
${success ? sample('Answer', json(success.content?.['application/json']?.example)) : ''}
<h4>Answers</h4><ul class="answers">${answersOf(entry)}</ul></div></details>`;
}

/** components.responses, which every call refers to. */
function errorSection(document: ApiDocument): string {
  return Object.entries(document.components.responses)
    .map(([name, { description = '', content }]) => {
      const example = content?.['application/json']?.example;
      return `<details class="schema" id="response-${name}"><summary><h3>${name}</h3> <span class="what">${escapeHtml(description)}</span></summary>${sample('Body', json(example))}</details>`;
    })
    .join('');
}

/** The readable reference, whole in one page: no request to another host, readable without a script. */
export function renderDocs(document: ApiDocument, base: string): string {
  const entries = entriesOf(document);
  const of = (tag: string) => entries.filter(({ operation }) => operation.tags.includes(tag));
  const id = (tag: string) => `tag-${tag.replaceAll(' ', '-')}`;
  const nav = document.tags
    .map(({ name }) => `<li><a href="#${id(name)}">${escapeHtml(name)}</a> <small>${of(name).length}</small></li>`)
    .join('');
  const sections = document.tags
    .map(
      ({ name, description }) =>
        `<section class="tag" aria-labelledby="${id(name)}"><h2 id="${id(name)}">${escapeHtml(name)}</h2>${prose(description)}${of(
          name,
        )
          .map((entry) => operationSection(entry, document, base))
          .join('')}</section>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.info.title)} reference</title><meta name="description" content="Every call of the ${escapeHtml(document.info.title)}, with examples"><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/docs.css"><script type="module" src="/docs/docs.js"></script></head>
<body><a class="skip" href="#content">Skip to the calls</a>
<header><div><p class="title"><a href="/">${escapeHtml(document.info.title)}</a> <small>${escapeHtml(document.info.version)}</small></p>
<div class="search" hidden><label for="search">Search the calls</label><input id="search" type="search" placeholder="e.g. convert, POST orders, photo" autocomplete="off" spellcheck="false"><p id="found" role="status"></p></div>
<p><a href="/api/v1/openapi.json">openapi.json</a></p></div></header>
<div class="columns"><nav aria-label="Groups of calls"><ul>${nav}<li><a href="#errors">errors</a></li><li><a href="#schemas">schemas</a></li></ul></nav>
<main id="content" tabindex="-1"><h1>${escapeHtml(document.info.title)} reference</h1>${prose(document.info.description)}${sections}
<section aria-labelledby="errors"><h2 id="errors">errors</h2>${errorSection(document)}</section>
<section aria-labelledby="schemas"><h2 id="schemas">schemas</h2>${schemaSections(document.components.schemas)}</section></main></div></body></html>`;
}
