import { expect, test } from 'vitest';
import { faultsOf, helpFaults } from './docs.ts';

const pages: Record<string, string> = { 'docs/a.md': '# Title\n\n## It’s `here`\n', 'server/src/app.ts': '' };
const faults = (text: string) =>
  faultsOf('docs/b.md', text, (file) => pages[file], new Set([...Object.keys(pages), 'docs', 'server/src']));

test('long lines are found, and tables and addresses are left alone', () => {
  expect(faults(`${'x'.repeat(121)}\n${'x'.repeat(120)}\n| ${'x'.repeat(130)} |`)).toEqual(['1: 121 characters']);
});

test('links lead to a file and to one of its headings', () => {
  expect(faults('[a](a.md) [b](a.md#its-here) [c](../server/src) [d](https://example.com/x)')).toEqual([]);
  expect(faults('[a](c.md)\n[b](a.md#not-here)\n[c](#gone)')).toEqual([
    '1: no file c.md',
    '2: no heading a.md#not-here',
    '3: no file #gone',
  ]);
  expect(faults('```\n[a](c.md)\n```')).toEqual([]);
});

test('C106 a page of the API’s guide is short and in its map', () => {
  const map = { 'docs/api/README.md': '[a](a.md) [d](recipes/d.md)' };
  const guide = (page: string, lines: number) =>
    faultsOf(page, 'x\n'.repeat(lines), (file) => Object.entries(map).find(([name]) => name === file)?.[1], new Set());
  expect(guide('docs/api/a.md', 150)).toEqual([]);
  expect(guide('docs/api/recipes/d.md', 1)).toEqual([]);
  expect(guide('docs/api/a.md', 151)).toEqual(['151: more than 150 lines']);
  expect(guide('docs/api/b.md', 1)).toEqual(['1: not in the map']);
});

test('paths in backticks exist, except on superseded decisions', () => {
  expect(faults('`src/app.ts` and `server/src/app.ts`')).toEqual([]);
  expect(faults('`src/lib/app.ts`')).toEqual(['1: no file src/lib/app.ts']);
  expect(faults('Status: superseded by 053.\n\n`src/lib/app.ts`')).toEqual([]);
});

test('C506 a page of help is there in every language, with the same links and headings', () => {
  const help: Record<string, string> = {
    'docs/use/a.md': '# A\n[b](b.md)',
    'docs/use/b.md': '# B',
    'docs/use/c.md': '# C',
    'docs/use/de/a.md': '# Ä\n[b](b.md)',
    'docs/use/de/b.md': '# B\n## Mehr',
  };
  expect(helpFaults('de', Object.keys(help), (file) => help[file])).toEqual([
    'docs/use/b.md: has other headings in de',
    'docs/use/c.md: is not there in de',
  ]);
});
