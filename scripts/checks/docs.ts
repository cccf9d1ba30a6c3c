/**
 * Reads every page of documentation. Lines have at most 120 characters, table rows excepted. Pages of the API's guide
 * have at most 150 lines (its changelog and the list of codes grow), and its map links to each. Relative links lead to a
 * file and to a heading of it. A path in backticks with a folder and an ending exists, except on superseded decisions.
 * Every page of help is there in each language of the staff, with the same links and headings.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { staffLanguages } from '../../shared/src/words/languages.ts';

const root = resolve(import.meta.dirname, '../..');
const WIDTH = 120;
/** Of a page of the API's guide. */
const LINES = 150;
const GUIDE = 'docs/api/';
const GROWING: readonly string[] = [`${GUIDE}changelog.md`, `${GUIDE}error-codes-409.md`];

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** The lines of a page, with those of code blocks emptied. */
const proseOf = (text: string): string[] =>
  text.replace(/^ *```[\s\S]*?^ *```/gm, (block) => block.replace(/.+/g, '')).split('\n');

/** What is wrong with a page. `read` gives the text of a file, and undefined for none. */
export function faultsOf(page: string, text: string, read: (file: string) => string | undefined, paths: Set<string>) {
  const faults: string[] = [];
  for (const [at, line] of text.split('\n').entries())
    if ([...line].length > WIDTH && !line.startsWith('|')) faults.push(`${at + 1}: ${[...line].length} characters`);
  if (page.startsWith(GUIDE)) {
    const length = text.split('\n').length - 1;
    if (length > LINES && !GROWING.includes(page)) faults.push(`${length}: more than ${LINES} lines`);
    const name = page.slice(GUIDE.length);
    if (name !== 'README.md' && !read(`${GUIDE}README.md`)?.includes(`](${name})`)) faults.push('1: not in the map');
  }
  for (const [at, line] of proseOf(text).entries()) {
    for (const [, target = ''] of line.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, resolve(root, page, '..', path));
      const headings = proseOf(read(file) ?? '').flatMap((other) => /^#+ (.+)/.exec(other)?.[1] ?? []);
      if (!paths.has(file)) faults.push(`${at + 1}: no file ${target}`);
      else if (anchor && !headings.map(anchorOf).includes(anchor)) faults.push(`${at + 1}: no heading ${target}`);
    }
    if (/^Status: superseded/m.test(text)) continue;
    for (const [, path = ''] of line.matchAll(/`([\w-][\w.-]*(?:\/[\w.-]+)+\.(?:tsx?|m?js|css|md))`/g))
      if (![...paths].some((known) => `/${known}`.endsWith(`/${path}`))) faults.push(`${at + 1}: no file ${path}`);
  }
  return faults;
}

const HELP = 'docs/use/';
const linksOf = (text: string): string =>
  [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, to]) => to)
    .sort()
    .join(' ');
const headingsOf = (text: string): number => text.match(/^#+ /gm)?.length ?? 0;
/** What a language lacks of the pages of help, and where a page differs from the English one in more than its words. */
export function helpFaults(language: string, pages: readonly string[], read: (file: string) => string | undefined) {
  const english = pages.filter((page) => /^docs\/use\/[^/]+\.md$/.test(page));
  return english.flatMap((page) => {
    const theirs = read(page.replace(HELP, `${HELP}${language}/`));
    const text = read(page) ?? '';
    if (theirs === undefined) return [`${page}: is not there in ${language}`];
    if (linksOf(theirs) !== linksOf(text)) return [`${page}: has other links in ${language}`];
    return headingsOf(theirs) === headingsOf(text) ? [] : [`${page}: has other headings in ${language}`];
  });
}

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '');
  const folders = files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index)));
  const paths = new Set([...files, ...folders]);
  const read = (file: string) => (files.includes(file) ? readFileSync(join(root, file), 'utf8') : undefined);
  const pages = files.filter((file) => /^(?:docs\/.+|README|CHANGELOG)\.md$/.test(file));
  const translated = staffLanguages.filter((language) => language !== 'en');
  const faults = [
    ...pages.flatMap((page) => faultsOf(page, read(page) ?? '', read, paths).map((f) => `${page}:${f}`)),
    ...translated.flatMap((language) => helpFaults(language, pages, read)),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`${pages.length} pages of documentation, ${faults.length} faults`);
  if (faults.length > 0) process.exit(1);
}
