import type { JsonSchema, Schemas } from '../openapi.examples.ts';
import { escapeHtml, prose } from './html.ts';

const nameOf = (schema: JsonSchema | undefined) => schema?.$ref?.split('/').at(-1);
const linkTo = (name: string) => `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;

/** A type in a few words; a named one links to its description. */
export function typeOf(schema: JsonSchema): string {
  const name = nameOf(schema);
  if (name) return linkTo(name);
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' | ');
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  const types = [schema.type ?? 'any']
    .flat()
    .map((type) => (type === 'array' && schema.items ? `list of ${typeOf(schema.items)}` : escapeHtml(type)));
  const format = schema.format && schema.format !== 'binary' ? ` <small>${escapeHtml(schema.format)}</small>` : '';
  return (schema.format === 'binary' ? 'file' : types.join(' | ')) + format;
}

function limitsOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  default: fallback,
  pattern,
  format,
}: JsonSchema): string {
  const parts = [
    maxLength === undefined ? '' : `${minLength ? `${minLength} to ` : 'at most '}${maxLength} characters`,
    minimum === undefined && maximum === undefined
      ? ''
      : `${minimum ?? '…'} to ${maximum === 2147483647 ? '2³¹−1' : (maximum ?? '…')}`,
    maxItems === undefined ? '' : `${minItems ? `${minItems} to ` : 'at most '}${maxItems} of them`,
    pattern && !format ? `like ${pattern}` : '',
    fallback === undefined ? '' : `default ${JSON.stringify(fallback)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `<small>${escapeHtml(parts.join(', '))}</small>` : '';
}

interface Line {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}
/** The fields of an object, those of unnamed objects inside it under their dotted names. */
function linesOf(schema: JsonSchema, prefix = ''): Line[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const name = prefix + field;
    const isRequired = schema.required?.includes(field) ?? false;
    const nested = inner.properties
      ? linesOf(inner, `${name}.`)
      : inner.items?.properties
        ? linesOf(inner.items, `${name}[].`)
        : [];
    return [{ name, schema: inner, isRequired }, ...nested];
  });
}

export interface Row {
  name: string;
  type: string;
  isRequired: boolean;
  text: string;
}
export const rowOf = ({ name, schema, isRequired }: Line): Row => ({
  name,
  type: typeOf(schema),
  isRequired,
  text: [schema.description ? prose(schema.description) : '', limitsOf(schema)].join(''),
});

export function table(caption: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows
    .map(
      ({ name, type, isRequired, text }) =>
        `<tr><th scope="row"><code>${escapeHtml(name)}</code>${isRequired ? ' <em>required</em>' : ''}</th><td>${type}</td><td>${text}</td></tr>`,
    )
    .join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}

export const schemaTable = (caption: string, schema: JsonSchema): string => table(caption, linesOf(schema).map(rowOf));

/** Every named schema, for the end of the page. */
export const schemaSections = (schemas: Schemas): string =>
  Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `<details class="schema" id="schema-${escapeHtml(name)}"><summary><h3>${escapeHtml(name)}</h3></summary>${schemaTable(`Fields of ${name}`, schema) || `<p>${typeOf(schema)}</p>`}</details>`,
    )
    .join('');
