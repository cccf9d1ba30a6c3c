import { expect, test } from 'vitest';
import { faultsOf } from './docs.ts';

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

test('paths in backticks exist, except on superseded decisions', () => {
  expect(faults('`src/app.ts` and `server/src/app.ts`')).toEqual([]);
  expect(faults('`src/lib/app.ts`')).toEqual(['1: no file src/lib/app.ts']);
  expect(faults('Status: superseded by 053.\n\n`src/lib/app.ts`')).toEqual([]);
});
