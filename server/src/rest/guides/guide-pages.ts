import mustache from 'mustache';
import { type ApiDocument, methods } from '../openapi/openapi.ts';
import { addressOf, GUIDES, type Guide } from './guides.ts';

export const REFERENCE = `${GUIDES}/reference`;
export const SEARCH = `${GUIDES}/search`;

/** Colours and letters of the guides and of the reference: one look. */
const look = `:root { color-scheme: light dark; --ink: #0b1f33; --dim: #5d6673; --link: #0b5fa5; --paper: #fff; --soft: #f2f5f8;
  --line: #d5dde5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf5; --dim: #a3acb8; --link: #7cc0ff; --paper: #0f0f0f;
  --soft: #1b2128; --line: #36404b; } }`;
/** The bar at the top of every page below /docs. */
export const barStyle = `${look}
.bar { position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: 56px; display: flex; gap: 16px;
  align-items: center; padding: 0 16px; font: 16px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  border-bottom: 1px solid var(--line); overflow: hidden; }
.bar a { display: inline-flex; min-height: 44px; align-items: center; color: inherit; text-decoration: none; }
.bar a[aria-current] { text-decoration: underline; text-underline-offset: 6px; }
.bar strong { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.bar form { margin: 0 0 0 auto; min-width: 0; }
.bar input { box-sizing: border-box; width: 16rem; max-width: 100%; min-height: 40px; padding: 0 12px; font: inherit;
  color: inherit; background: var(--soft); border: 1px solid var(--dim); border-radius: 8px; }
.bar input::placeholder { color: var(--dim); opacity: 1; }
.bar a:focus-visible, .bar input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) { .bar strong { display: none; } }`;
const pageStyle = `${barStyle}
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
.sides { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 76rem; margin: 0 auto; }
nav ul { list-style: none; margin: 0; padding: 16px; }
nav li a { display: block; padding: 9px 10px; border-radius: 8px; color: inherit; text-decoration: none; }
nav li a[aria-current] { background: var(--soft); font-weight: 600; }
main { padding: 8px 24px 64px; overflow-wrap: anywhere; }
main a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 72px; }
pre { padding: 14px; overflow-x: auto; background: var(--soft); border-radius: 8px; }
code { font: 0.9em ui-monospace, monospace; }
p code, li code, td code { padding: 1px 4px; background: var(--soft); border-radius: 4px; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 7px 10px; text-align: start; vertical-align: top; border: 1px solid var(--line); }
td { min-width: 5rem; }
.found { padding: 0; list-style: none; }
.found small { color: var(--dim); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 56rem) { .sides { grid-template-columns: minmax(0, 1fr); } .sides nav { order: 2; border-top: 1px solid var(--line); } }`;

/** What is at the top of every page below /docs. */
export function barOf(title: string, isReference: boolean, words = ''): string {
  const current = (is: boolean) => (is ? ' aria-current="page"' : '');
  return `<header class="bar"><strong>${mustache.escape(title)}</strong><a href="${GUIDES}/"${current(!isReference)}>Guides</a><a href="${REFERENCE}/"${current(isReference)}>Reference</a><form role="search" action="${SEARCH}"><input type="search" name="q" value="${mustache.escape(words)}" maxlength="100" placeholder="Search" aria-label="Search guides and calls" /></form></header>`;
}

interface Shown {
  /** What this installation calls its API. */
  api: string;
  title: string;
  /** The guide that is open. */
  name?: string;
  content: string;
  words?: string;
}
/** A page of the guides, whole without scripts. */
function page(guides: readonly Guide[], { api, title, name, content, words = '' }: Shown): string {
  const entries = guides.map((guide) => {
    const current = guide.name === name ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(guide.name)}"${current}>${mustache.escape(guide.title)}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="description" content="Guides to the ${mustache.escape(api)}" />
<link rel="icon" href="/favicon.svg" />
<title>${mustache.escape(title)} · ${mustache.escape(api)}</title>
<style>${pageStyle}</style>
</head>
<body>
${barOf(api, false, words)}
<div class="sides">
<nav aria-label="Guides"><ul>${entries.join('')}</ul></nav>
<main>${content}</main>
</div>
</body>
</html>
`;
}

export const guidePage = (guides: readonly Guide[], guide: Guide, api: string): string =>
  page(guides, { api, title: guide.title, name: guide.name, content: guide.html });

interface Place {
  address: string;
  title: string;
  where: string;
  text: string;
}
const made = new WeakMap<ApiDocument, Place[]>();
/** Everything that can be found: the parts of the guides, and the calls. */
function placesOf(guides: readonly Guide[], document: ApiDocument): Place[] {
  const known = made.get(document) ?? places(guides, document);
  made.set(document, known);
  return known;
}
function places(guides: readonly Guide[], { paths }: ApiDocument): Place[] {
  const parts = guides.flatMap(({ name, title, sections }) =>
    sections.map(({ title: heading, anchor, text }) => ({
      address: addressOf(name, anchor),
      title: heading,
      where: title,
      text,
    })),
  );
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      if (!item[method]) return [];
      const { summary, description = '', tags } = item[method];
      return {
        address: `${REFERENCE}/#tag/${(tags[0] ?? '').replaceAll(' ', '-')}/${method.toUpperCase()}${path}`,
        title: `${method.toUpperCase()} ${path}`,
        where: summary,
        text: description,
      };
    }),
  );
  return [...parts, ...calls];
}

const SHOWN_MAX = 40;
const AROUND = 90;
/** The text around the first word that was looked for. */
function excerpt(text: string, words: readonly string[]): string {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
  const from = Math.max(0, at - AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, at + AROUND).trim()}${at + AROUND < text.length ? '…' : ''}`;
}

/** What has all of the words, with what has them in its title first. */
export function searchPage(guides: readonly Guide[], document: ApiDocument, given: string, api: string): string {
  const asked = given.slice(0, 100);
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const found = placesOf(guides, document)
    .flatMap((place) => {
      const [title, all] = [place.title, `${place.title} ${place.where} ${place.text}`].map((text) =>
        text.toLowerCase(),
      );
      if (words.length === 0 || !words.every((word) => all?.includes(word))) return [];
      return [{ place, rank: words.filter((word) => title?.includes(word)).length }];
    })
    .toSorted((a, b) => b.rank - a.rank);
  const rows = found
    .slice(0, SHOWN_MAX)
    .map(
      ({ place: { address, title, where, text } }) =>
        `<li><p><a href="${address}">${mustache.escape(title)}</a> <small>${mustache.escape(where)}</small><br />${mustache.escape(excerpt(text, words))}</p></li>`,
    );
  const none = words.length === 0 ? 'Type what you look for.' : 'Nothing has all of these words.';
  const list = rows.length === 0 ? `<p>${none}</p>` : `<ul class="found">${rows.join('')}</ul>`;
  return page(guides, { api, title: 'Search', content: `<h1>Search</h1>${list}`, words: asked });
}
