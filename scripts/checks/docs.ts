/**
 * Reads every Markdown page: lines have at most 120 characters (table rows may be longer), relative links lead to a file
 * and to a heading of it, and a path in backticks with a folder and an ending exists. Superseded decisions are left out.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const WIDTH = 120;
const FENCE = /^\s*```/;

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const proseOf = (text: string): string[] => {
  let isCode = false;
  return text.split('\n').map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    return isCode || FENCE.test(line) ? '' : line;
  });
};

/** What is wrong with a page, with the number of its line. `files` are all files of the repository. */
export function faultsOf(page: string, text: string, files: ReadonlySet<string>, read: (file: string) => string) {
  const faults: string[] = [];
  const folders = [...files].flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index)));
  const known = new Set([...files, ...folders]);
  const ends = new Set([...known].flatMap((path) => path.split('/').map((_, at, all) => all.slice(at).join('/'))));
  const headings = (file: string) => proseOf(read(file)).flatMap((line) => /^#+ (.+)/.exec(line)?.[1] ?? []);
  text.split('\n').forEach((line, at) => {
    if ([...line].length > WIDTH && !line.startsWith('|')) faults.push(`${at + 1}: ${[...line].length} characters`);
  });
  proseOf(text).forEach((line, at) => {
    for (const [, target = ''] of line.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, resolve(root, page, '..', path));
      if (!known.has(file)) faults.push(`${at + 1}: no file ${target}`);
      else if (anchor && !headings(file).map(anchorOf).includes(anchor)) faults.push(`${at + 1}: no heading ${target}`);
    }
    for (const [, path = ''] of line.matchAll(/`([\w-][\w.-]*(?:\/[\w.-]+)+\.(?:tsx?|m?js|css|md))`/g))
      if (!ends.has(path)) faults.push(`${at + 1}: no file \`${path}\``);
  });
  return faults;
}

if (import.meta.main) {
  const files = new Set(execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n'));
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const pages = [...files].filter((file) => /^(docs\/.*|README|CHANGELOG)\.?m?d?$/.test(file) && file.endsWith('.md'));
  const faults = pages.flatMap((page) => {
    const text = read(page);
    return /^Status: superseded/m.test(text) ? [] : faultsOf(page, text, files, read).map((fault) => `${page}:${fault}`);
  });
  for (const fault of faults) console.error(fault);
  console.log(`${pages.length} pages of documentation, ${faults.length} faults`);
  if (faults.length > 0) process.exit(1);
}
