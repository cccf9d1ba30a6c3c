// Puts words into the pages. Vite builds them once, with a mark in place of every text; then each language gets a
// copy of the scripts with its own words in the marks' places. A page loads one language and no code for others.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { readLanguage, WORDS } from '../../server/src/words/catalogues.ts';
import { ofLanguage, rendererIn, WORDY } from '../../shared/src/page.ts';
import { type Language, languages, staffLanguages } from '../../shared/src/words/languages.ts';
import { visitorScriptsOf } from './first-load.ts';

/** What the build leaves in the scripts: a call that no minifier knows, with the key's mark. */
const MARK = 'QUICKFLEET_WORDS';
const MARKS = new RegExp(`${MARK}\\((["'\`])([\\w.-]+)\\1\\)`, 'g');
const LANGUAGE = 'QUICKFLEET_LANGUAGE';
const CALLS = new Set(['t', 'message', 'rich']);
const MODULES = /(^\.|[\\/]words)[\\/](t|rich)(\.tsx?)?$/;

const spoken = new Map(languages.map((language) => [language, readLanguage(language)]));
/** A message as `say` takes it; one without values is a plain text. */
function compile(key: string, language: Language): string {
  const english = spoken.get('en')?.get(key) ?? key;
  const parts = compileMessageOrThrow(spoken.get(language)?.get(key) ?? english);
  return JSON.stringify(parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts);
}

/**
 * The key itself, and what makes another mark of it when any language's words change: the names of scripts are hashes of
 * what is in them.
 */
function markOf(key: string): string {
  const words = languages.map((language) => compile(key, language)).join('\n');
  const version = createHash('sha256').update(words).digest('base64url').slice(0, 10);
  return `${Buffer.from(key).toString('base64url')}.${version}`;
}
const keyOf = (mark: string): string => Buffer.from(mark.split('.')[0] ?? '', 'base64url').toString();

/** A part of a parsed source. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
export const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));
/** Every node below one, itself included. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

/** The names under which a module knows `t`, `message` and `rich`. */
export const wordCallsIn = (program: Node): Set<string> => {
  const names = new Set<string>();
  for (const node of nodesOf(program)) {
    if (node.type !== 'ImportDeclaration' || !MODULES.test(String((node['source'] as Node)['value']))) continue;
    for (const specifier of node['specifiers'] as Node[]) {
      const imported = specifier['imported'] as Node | undefined;
      if (imported && CALLS.has(String(imported['name']))) names.add(String((specifier['local'] as Node)['name']));
    }
  }
  return names;
};

/** Replaces the texts of a build by marks, and what says them at run time by what says compiled words. */
export const wordMarks = (): Plugin => ({
  name: 'quickfleet-word-marks',
  apply: 'build',
  load: {
    filter: { id: /shared[\\/]src[\\/]words[\\/]t\.ts$/ },
    handler: () => readFile(join(WORDS, 'built.ts'), 'utf8'),
  },
  transform: {
    filter: { id: /[\\/](client|shared)[\\/]src[\\/].*\.tsx?$/, code: /[\\/](t|rich)(\.tsx?)?['"]/ },
    handler(code) {
      const program = this.parse(code) as unknown as Node;
      const names = wordCallsIn(program);
      if (names.size === 0) return null;
      const marked: { start: number; end: number; text: string }[] = [];
      for (const node of nodesOf(program)) {
        const callee = node['callee'];
        if (node.type !== 'CallExpression' || !isNode(callee) || !names.has(String(callee['name']))) continue;
        const [key, ...values] = node['arguments'] as Node[];
        if (key?.type !== 'Literal' || typeof key['value'] !== 'string') continue;
        const text = `${MARK}(${JSON.stringify(markOf(key['value']))})`;
        // A text without values needs no call.
        marked.push({ ...(values.length === 0 ? node : key), text });
      }
      let marks = code;
      for (const { start, end, text } of marked.sort((one, other) => other.start - one.start))
        marks = marks.slice(0, start) + text + marks.slice(end);
      return { code: marks, map: null };
    },
  },
});

/** A script in one language. */
function inWords(code: string, language: Language): string {
  const said = code.replaceAll(MARKS, (_, _quote, mark: string) => compile(keyOf(mark), language));
  if (said.includes(MARK))
    throw new Error(
      `A text was marked in a way that is not found again: ${said.slice(said.indexOf(MARK) - 60, said.indexOf(MARK) + 60)}`,
    );
  return said.replaceAll(LANGUAGE, JSON.stringify(language));
}

const scriptsIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.js'));

/** The scripts with words, and those that load one: only they differ between languages. */
function wordyAmong(scripts: ReadonlyMap<string, string>): string[] {
  const wordy = new Set<string>();
  const loadsOne = (code: string) => [...wordy].some((other) => code.includes(other));
  for (let before = -1; before !== wordy.size; ) {
    before = wordy.size;
    for (const [name, code] of scripts)
      if (code.includes(MARK) || code.includes(LANGUAGE) || loadsOne(code)) wordy.add(name);
  }
  return [...wordy];
}

/** The texts of a script that the languages of visitors, which staff do not have, say in English. */
const unsaidIn = (code: string): string[] => {
  const visitors = languages.filter((language) => !staffLanguages.some((one) => one === language));
  const keys = new Set([...code.matchAll(MARKS)].map(([, , mark = '']) => keyOf(mark)));
  return visitors.flatMap((language) =>
    [...keys].filter((key) => !spoken.get(language)?.has(key)).map((key) => `${language}: ${key}`),
  );
};

/**
 * Writes the words into a build of the pages: assets in English, assets/de and so on in the other languages.
 *
 * @throws when `isStrict` and a page that is not the staff's alone may load a text without words in one of its languages
 */
export async function writeWords(folder: string, { isStrict = false } = {}): Promise<void> {
  const assets = join(folder, 'assets');
  const scripts = new Map<string, string>();
  for (const name of await scriptsIn(assets)) scripts.set(name, await readFile(join(assets, name), 'utf8'));
  if (isStrict) {
    const unsaid = (await visitorScriptsOf(folder)).flatMap((file) => unsaidIn(scripts.get(basename(file)) ?? ''));
    if (unsaid.length > 0)
      throw new Error(`Texts of visitors and drivers without words:\n${[...new Set(unsaid)].join('\n')}`);
  }
  const wordy = wordyAmong(scripts);
  const plain = [...scripts.keys()].filter((name) => !wordy.includes(name));
  const workers = (await scriptsIn(folder)).filter((name) => name.endsWith('-sw.js'));
  for (const language of languages) {
    const isEnglish = language === 'en';
    await mkdir(join(assets, isEnglish ? '' : language), { recursive: true });
    for (const name of wordy) {
      let code = ofLanguage(inWords(scripts.get(name) ?? '', language), language, wordy);
      // It lies one folder deeper than the build put it.
      if (!isEnglish) for (const other of plain) code = code.replaceAll(`./${other}`, `../${other}`);
      await writeFile(join(assets, isEnglish ? '' : language, name), code);
    }
    if (isEnglish) continue;
    for (const name of workers) {
      const code = await readFile(join(folder, name), 'utf8');
      const own = ofLanguage(code, language, wordy);
      if (own !== code) await writeFile(join(folder, name.replace('.js', `.${language}.js`)), own);
    }
  }
  await mkdir(join(folder, dirname(WORDY)), { recursive: true });
  await writeFile(join(folder, WORDY), JSON.stringify(wordy));
}

/** Writes the bundle that renders pages, once for each language, over the one with marks; returns their files. */
export async function writeRenderers(file: string): Promise<string[]> {
  const code = await readFile(file, 'utf8');
  const folder = join(dirname(file), '..');
  const files = languages.map((language) => join(folder, rendererIn(language)));
  for (const language of languages) await writeFile(join(folder, rendererIn(language)), inWords(code, language));
  return files;
}
