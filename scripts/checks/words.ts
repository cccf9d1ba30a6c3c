// Every message is there in every language, is used, and takes the values that it is given; no text of a screen is in
// the code alone.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseAst } from 'vite';
import { filesOf, readMessages } from '../../server/src/words/catalogues.ts';
import { languages } from '../../shared/src/words/languages.ts';
import { childrenOf, isNode, type Node, wordCallsIn } from '../build/words.ts';

/** The names of the values that a message takes. Throws for one that is no ICU message. */
export function valuesOf(message: string): Set<string> {
  const names = new Set<string>();
  const look = (parts: readonly unknown[]): void => {
    for (const part of parts) {
      if (!Array.isArray(part)) continue;
      const [name, , cases] = part as [string, string?, Record<string, unknown>?];
      names.add(name);
      for (const inner of Object.values(cases ?? {})) if (Array.isArray(inner)) look(inner);
    }
  };
  look(compileMessageOrThrow(message) as unknown[]);
  return names;
}

type Messages = Record<string, string>;
/** What is wrong with a language's file next to the German one, which has every key. */
export function faultsBetween(german: Messages, other: Messages): string[] {
  const missing = Object.keys(german).filter((key) => !(key in other));
  const unknown = Object.keys(other).filter((key) => !(key in german));
  return [
    ...missing.map((key) => `is not translated: ${key}`),
    ...unknown.map((key) => `is no message: ${key}`),
    ...Object.entries(other).flatMap(([key, text]) => {
      try {
        const [asked, taken] = [valuesOf(key), valuesOf(text)];
        const differing = [...asked.symmetricDifference(taken)];
        if (text.trim() === '') return [`is empty: ${key}`];
        return differing.length > 0 ? [`has other values (${differing.join(', ')}): ${key}`] : [];
      } catch (error) {
        return [`cannot be read (${error instanceof Error ? error.message.split('\n')[0] : error}): ${key}`];
      }
    }),
  ];
}

const SHOWN = new Set(['label', 'placeholder', 'title', 'aria-label', 'alt', 'description', 'error', 'message']);
/** A text that somebody reads, and not a name of something. */
const isText = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && (/\p{L}\s+\p{L}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text.trim()));

/** Units are written alike in every language. */
const UNITS = /(?<!\p{L})(?:h|kB|kg|km|m|MB|min|s)(?!\p{L})/gu;
interface Written {
  node: Node;
  text: string;
}
/** The texts that an expression may become, as written in the code; `…` for a value within one. */
function textsIn(node: Node | null | undefined): Written[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'string' && isText(node['value']) ? [{ node, text: node['value'] }] : [];
    case 'TemplateLiteral': {
      const text = (node['quasis'] as Node[]).map((part) => (part['value'] as { cooked: string }).cooked).join('…');
      return /(?<![\p{L}/.:#-])\p{L}{2,}(?![\p{L}/.:-])/u.test(text.replaceAll(UNITS, '')) ? [{ node, text }] : [];
    }
    case 'ConditionalExpression':
      return [...textsIn(node['consequent'] as Node), ...textsIn(node['alternate'] as Node)];
    case 'LogicalExpression':
      return [...(node['operator'] === '&&' ? [] : textsIn(node['left'] as Node)), ...textsIn(node['right'] as Node)];
    case 'JSXExpressionContainer':
      return textsIn(node['expression'] as Node);
    case 'ArrayExpression':
      return (node['elements'] as Node[]).flatMap(textsIn);
    case 'ObjectExpression':
      return (node['properties'] as Node[]).flatMap((property) =>
        ['issues', 'message'].includes(String((property['key'] as Node | undefined)?.['name']))
          ? textsIn(property['value'] as Node)
          : [],
      );
    default:
      return [];
  }
}

/** What parts of screens say in a sentence of their own: 'reference' of 'Copy reference'. Units of three letters pass. */
const SAID_BY: Readonly<Record<string, string>> = {
  ConflictNotice: 'what',
  CopyButton: 'what',
  Pager: 'what',
  WholeNumber: 'unit',
};
const isWord = (node: Node | undefined): boolean => node?.type === 'Literal' && /\p{L}{4}/u.test(String(node['value']));

/** What shows a toast, and what refuses a call: their texts are read by people. */
const TELLING = new Set([
  ...['showSuccess', 'showError', 'showInfo'],
  ...['badRequest', 'conflict', 'DomainError', 'forbidden', 'invalid', 'notAnImage', 'stale', 'tooLarge', 'tooMany'],
  ...['unauthorized', 'unavailable'],
]);

const inOneLine = (text: unknown): string => String(text).replaceAll(/\s+/g, ' ').trim().slice(0, 80);

export interface Words {
  /** Keys with the line that says them. */
  used: { key: string; line: number }[];
  faults: string[];
}
const isFunction = ({ type }: Node) => /Function/.test(type);

/** The messages that a source says, and what is wrong with how it says them. */
export function wordsIn(
  source: string,
  { isModuleSafe, isScreen }: { isModuleSafe: boolean; isScreen: boolean },
): Words {
  const program = parseAst(source, { lang: isScreen ? 'tsx' : 'ts' }) as unknown as Node;
  const names = wordCallsIn(program);
  const found: Words = { used: [], faults: [] };
  const lineOf = ({ start }: Node) => source.slice(0, start).split('\n').length;
  const fault = (node: Node, text: string) => found.faults.push(`${lineOf(node)}: ${text}`);

  const lookAtCall = (node: Node, isInFunction: boolean): void => {
    const callee = node['callee'];
    if (!isNode(callee) || !names.has(String(callee['name']))) return;
    const [key, values] = node['arguments'] as Node[];
    if (callee['name'] === 't' && !isInFunction && !isModuleSafe)
      fault(node, '`t` while the module loads: name it with `message` and say it later');
    if (key?.type !== 'Literal' || typeof key['value'] !== 'string') return;
    const text = key['value'];
    found.used.push({ key: text, line: lineOf(node) });
    if (callee['name'] === 'message') return;
    const given = values?.type === 'ObjectExpression' ? (values['properties'] as Node[]) : values ? undefined : [];
    if (!given || given.some(({ type }) => type === 'SpreadElement')) return;
    const named = new Set(
      given.map((property) => String((property['key'] as Node)['name'] ?? (property['key'] as Node)['value'])),
    );
    const differing = [...named.symmetricDifference(valuesOf(text))];
    if (differing.length > 0) fault(node, `other values than the message has (${differing.join(', ')}): ${text}`);
  };
  const refuse = (written: readonly Written[], where: string): void => {
    for (const { node, text } of written) fault(node, `a text in ${where}: ${inOneLine(text)}`);
  };
  /** One text in a list of messages is a message that was forgotten. */
  const lookAtList = (node: Node): void => {
    const entries = (node['properties'] as Node[]).flatMap(
      ({ key, value }: Node & { key?: unknown; value?: unknown }) =>
        isNode(key) && isNode(value) && String(key['name']) !== 'keys' ? [value] : [],
    );
    const isSaid = ({ type, callee }: Node & { callee?: unknown }): boolean =>
      type === 'CallExpression' && isNode(callee) && ['t', 'message'].includes(String(callee['name']));
    const texts = entries.filter(
      ({ type, value }: Node & { value?: unknown }) => type === 'Literal' && /^\p{Lu}\p{Ll}/u.test(String(value)),
    );
    if (entries.some(isSaid)) refuse(texts.flatMap(textsIn), 'a list of messages');
  };
  const lookAtText = (node: Node): void => {
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node['value'])))
      fault(node, `a text in JSX: ${inOneLine(node['value'])}`);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      refuse((node['children'] as Node[]).flatMap(textsIn), 'JSX');
    if (node.type === 'JSXOpeningElement') {
      const said = SAID_BY[String((node['name'] as Node)['name'])];
      for (const given of node['attributes'] as Node[])
        if (said && (given['name'] as Node | undefined)?.['name'] === said && isWord(given['value'] as Node))
          fault(given, `a text in ${said}: ${inOneLine((given['value'] as Node)['value'])}`);
    }
    if (node.type !== 'JSXAttribute') return;
    const { name } = node['name'] as Node & { name: string };
    if (SHOWN.has(name)) refuse(textsIn(node['value'] as Node | null), name);
  };
  const lookAtTold = (node: Node): void => {
    const { name } = node['callee'] as Node & { name?: string };
    if (TELLING.has(String(name))) refuse((node['arguments'] as Node[]).flatMap(textsIn), String(name));
  };
  const lookAtField = (node: Node): void => {
    const name = String((node['key'] as Node)['name']);
    if (SHOWN.has(name)) refuse(textsIn(node['value'] as Node), name);
  };
  const visit = (node: Node, isInFunction: boolean): void => {
    if (node.type === 'CallExpression') lookAtCall(node, isInFunction);
    // What is made while the module loads has no reader yet.
    if (isInFunction && (node.type === 'CallExpression' || node.type === 'NewExpression')) lookAtTold(node);
    if (node.type === 'ObjectExpression') lookAtList(node);
    if (node.type === 'Property' && isModuleSafe) lookAtField(node);
    if (isScreen) lookAtText(node);
    for (const child of childrenOf(node)) visit(child, isInFunction || isFunction(node));
  };
  visit(program, false);
  return found;
}

const DOMAINS = new Set(['company', 'delivery', 'messages', 'operations', 'people', 'quoting']);
const SHORTEST = 4;
/** The part of the product that a source belongs to; undefined for what belongs to none. */
const domainOf = (file: string): string | undefined => file.split('/').find((part) => DOMAINS.has(part));

/**
 * Single English words that may mean two things: those under four letters, and those that two parts of the product say.
 * German has 'Geschlossen' and 'Abgeschlossen' for 'Closed', so that such a word names its meaning in its key.
 */
export function wordsToDecide(used: readonly { key: string; file: string }[]): string[] {
  const said = Map.groupBy(used, ({ key }) => key);
  return [...said].flatMap(([key, uses]) => {
    if (!/^[^\s{(]+$/u.test(key)) return [];
    const domains = new Set(uses.map(({ file }) => domainOf(file)).filter(Boolean));
    return key.replaceAll(/\P{L}/gu, '').length < SHORTEST || domains.size > 1 ? [key] : [];
  });
}
/** Words that were looked at in all languages: they mean the same wherever they are said. */
const decided = new Set<string>(JSON.parse(readFileSync(join(import.meta.dirname, 'one-meaning.json'), 'utf8')));
export const faultsOfMeaning = (words: readonly string[], looked: ReadonlySet<string> = decided): string[] => [
  ...words
    .filter((word) => !looked.has(word))
    .map(
      (word) => `${word}: one word, maybe two meanings. Name it like \`Open (verb)\`, or add it to one-meaning.json`,
    ),
  ...[...looked].filter((word) => !words.includes(word)).map((word) => `one-meaning.json: needs no decision: ${word}`),
];

function check(): string[] {
  const faults: string[] = [];
  const places = new Map<string, string>();
  for (const [part, file] of filesOf('de')) {
    const german = readMessages(file);
    for (const key of Object.keys(german)) {
      const before = places.get(key);
      if (before) faults.push(`de/${part}.json: is in ${before}.json too: ${key}`);
      places.set(key, part);
    }
    for (const language of languages) {
      const other = filesOf(language).get(part);
      if (language === 'en') {
        const english = other ? readMessages(other) : {};
        const unknown = Object.keys(english).filter((key) => !(key in german));
        faults.push(...unknown.map((key) => `en/${part}.json: is no message: ${key}`));
        faults.push(...bareContexts(german, english).map((key) => `en/${part}.json: has no words for: ${key}`));
      } else if (other)
        faults.push(...faultsBetween(german, readMessages(other)).map((text) => `${language}/${part}.json: ${text}`));
      else if (language !== 'ar') faults.push(`${language}/${part}.json is missing`);
    }
  }
  const used = new Set<string>();
  const uses: { key: string; file: string }[] = [];
  for (const file of globSync('{client,shared,server}/src/**/*.{ts,tsx}', {
    exclude: (path) => /\.test\.tsx?$|\.d\.ts$/.test(path),
  })) {
    const options = { isModuleSafe: file.startsWith('client/'), isScreen: file.endsWith('.tsx') };
    const words = wordsIn(readFileSync(file, 'utf8'), options);
    for (const { key, line } of words.used) {
      used.add(key);
      uses.push({ key, file });
      if (!places.has(key)) faults.push(`${file}:${line}: has no translation: ${key}`);
    }
    faults.push(...words.faults.map((text) => `${file}:${text}`));
  }
  faults.push(...faultsOfMeaning(wordsToDecide(uses)));
  for (const [key, part] of places) if (!used.has(key)) faults.push(`de/${part}.json: nothing says it: ${key}`);
  return faults;
}

/** Messages with a context for translators, `Add (verb)`, that an English reader would see with it. */
export const bareContexts = (german: Readonly<Record<string, string>>, english: object): string[] =>
  Object.entries(german).flatMap(([key, text]) =>
    /\([^(){}]+\)$/.test(key) && !text.endsWith(')') && !Object.hasOwn(english, key) ? [key] : [],
  );

if (import.meta.main) {
  const faults = check();
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
