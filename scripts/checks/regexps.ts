/**
 * Part of npm run check, with recheck: whether any regular expression of the sources takes longer than its text is long. Prints each
 * one that does, with a text that shows it, and exits 1.
 */
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from '@swc/core';
import { check } from 'recheck';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = ['server/src', 'shared/src', 'client/src'];
const CHECK_MS = 20_000;

/** Texts of ours alone: our statements, the numbers that we format, a library's page, the build. */
const OWN_TEXT = new Set([
  'server/src/process/meter.ts',
  'server/src/db/page-statement.ts',
  'server/src/rest/docs.plugin.ts',
  'client/src/sw/page-worker.plugin.ts',
]);

interface Found {
  pattern: string;
  flags: string;
  file: string;
}

/** Every literal expression below a node of the syntax tree, and every `new RegExp` of a text. */
function* expressionsIn(node: unknown): Generator<{ pattern: string; flags: string }> {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
    yield { pattern: String(node.pattern), flags: String(node.flags) };
  for (const part of Object.values(node)) yield* expressionsIn(part);
}

async function findAll(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const folder of SOURCES)
    for await (const name of glob('**/*.{ts,tsx}', { cwd: join(ROOT, folder) })) {
      if (/\.test\.tsx?$/.test(name)) continue;
      const file = `${folder}/${name}`;
      if (OWN_TEXT.has(file)) continue;
      const text = await readFile(join(ROOT, file), 'utf8');
      const tree = await parse(text, { syntax: 'typescript', tsx: name.endsWith('x') });
      for (const { pattern, flags } of expressionsIn(tree)) found.set(`/${pattern}/${flags}`, { pattern, flags, file });
    }
  return found;
}

const found = await findAll();
let faults = 0;
for (const [shown, { pattern, flags, file }] of found) {
  // Steps are counted, not time: on a busy machine a slow try would pass for a slow expression.
  const verdict = await check(pattern, flags, {
    timeout: CHECK_MS,
    attackTimeout: CHECK_MS,
    incubationTimeout: CHECK_MS,
  });
  if (verdict.status === 'safe') continue;
  faults++;
  const attack =
    verdict.status === 'vulnerable' ? `${verdict.complexity.summary}: ${verdict.attack.pattern}` : verdict.error.kind;
  console.error(`${file}: ${shown}\n    ${attack}`);
}
console.log(`${found.size} regular expressions, ${faults} that may take too long`);
process.exitCode = faults > 0 ? 1 : 0;
