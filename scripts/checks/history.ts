// No sentence is written into the history: what a line says is stored as values, and its readers have their own words
// (server/src/company/history/detail-words.ts). What a person typed, a name and a number are no sentence.
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { childrenOf, isNode, type Node, nodesOf } from '../build/words.ts';

const HAS_WORD = /\p{L}{2}/u;
/** Values are named in one word: `on_account`. What has a blank between words is said. */
const IS_SAID = /\p{L}[\p{L}’']*\s+\S*\p{L}/u;
const nameOf = (node: unknown): unknown => (isNode(node) ? (node['name'] ?? node['value']) : undefined);

/** What an expression puts into words, as written in the code. */
function* saidIn(node: Node, isText: boolean): Generator<string> {
  if (node.type === 'Literal' && typeof node['value'] === 'string') {
    if ((isText ? HAS_WORD : IS_SAID).test(node['value'])) yield node['value'];
  } else if (node.type === 'TemplateLiteral') {
    const written = (node['quasis'] as Node[]).map((part) => (part['value'] as { raw: string }).raw).join('…');
    if (HAS_WORD.test(written)) yield written;
  } else if (node.type === 'CallExpression') {
    const name = String(nameOf(node['callee']));
    if (name === 'inHistory' || name === 't') yield `${name}(…)`;
    // The names that other calls take are not said.
    else if (/^(?:joined|saying)$/.test(name))
      for (const given of node['arguments'] as Node[]) yield* saidIn(given, true);
  } else if (node.type === 'ConditionalExpression') {
    for (const side of ['consequent', 'alternate']) yield* saidIn(node[side] as Node, isText);
  } else if (node.type === 'Property') {
    // The name of the kind, and what stands between parts.
    if (!/^(?:is|by)$/.test(String(nameOf(node['key'])))) yield* saidIn(node['value'] as Node, false);
  } else for (const child of childrenOf(node)) yield* saidIn(child, isText);
}

/** Where a call gets what a line says. */
const SAID_BY: Readonly<Record<string, number>> = { historyTime: 1, announce: 2, cancelUpcoming: 2 };

/** Each sentence that a source writes into the history: as the detail of a line, or among what it says. */
export function sentencesIn(source: string): string[] {
  if (!/\b(?:record|historyTime|announce)\(/.test(source)) return [];
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node;
  const nodes = [...nodesOf(program)];
  const values = new Map(
    nodes.filter(({ type }) => type === 'VariableDeclarator').map((node) => [nameOf(node['id']), node['init']]),
  );
  const found = (node: unknown, name: string) =>
    isNode(node) ? [...saidIn(node, true)].map((text) => `${name}: ${text}`) : [];
  return nodes.flatMap((node) => {
    const name = String(nameOf(node.type === 'CallExpression' ? node['callee'] : node['key']));
    const at = Object.hasOwn(SAID_BY, name) ? SAID_BY[name] : undefined;
    if (node.type === 'CallExpression' && at !== undefined) return found((node['arguments'] as Node[])[at], name);
    if (node.type !== 'Property' || !/^(?:detail|says)$/.test(name)) return [];
    return found(node['shorthand'] ? values.get(name) : node['value'], name);
  });
}

/** The same of the server, each with its file. */
export function findSentences(): string[] {
  const files = globSync('server/src/**/*.ts', { exclude: (path) => /\.test\.ts$|db\/migrations\//.test(path) });
  return files.flatMap((file) => sentencesIn(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`));
}

if (import.meta.main) {
  const found = findSentences();
  for (const place of found) console.error(`${place} (say it as values, docs/how-to/words.md)`);
  if (found.length > 0) process.exit(1);
}
