/**
 * Writes openapi.json from the routers and the form-data routes, and the pages of docs/api that list the codes; with
 * --check it only says whether both are up to date (exit 1 when not).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildDocument } from '../../server/src/rest/openapi/openapi.ts';
import { errorCodes } from '../../shared/src/error-codes.ts';

const MADE = '<!-- Made from shared/src/error-codes.ts by `npm run openapi`. -->';

/** A page of the codes that have, or do not have, the status 409. */
const codesPage = (title: string, intro: string, isConflict: boolean) => [
  `# ${title}`,
  '',
  MADE,
  '',
  intro,
  '',
  '| Code | Status | When |',
  '| --- | --- | --- |',
  ...Object.entries(errorCodes)
    .map(([code, [status, when]]) => ({ code, statuses: [status].flat(), when }))
    .filter(({ statuses }) => (statuses[0] === 409) === isConflict)
    .map(({ code, statuses, when }) => `| \`${code}\` | ${statuses.join(', ')} | ${when} |`),
  '',
];

const root = resolve(import.meta.dirname, '../..');
const made: Readonly<Record<string, string>> = {
  'openapi.json': `${JSON.stringify(buildDocument(), null, 2)}\n`,
  'docs/api/error-codes.md': codesPage(
    'Error codes',
    'Programs decide by `code`, which is never renamed. What to do: [errors.md](errors.md).\n' +
      'The codes of status 409: [error-codes-409.md](error-codes-409.md).',
    false,
  ).join('\n'),
  'docs/api/error-codes-409.md': codesPage(
    'Error codes of status 409',
    'The state of a thing forbids the call. All other codes: [error-codes.md](error-codes.md).',
    true,
  ).join('\n'),
};
for (const [name, text] of Object.entries(made)) {
  const present = await readFile(join(root, name), 'utf8').catch(() => '');
  if (present === text) {
    console.log(`${name} is up to date`);
  } else if (process.argv.includes('--check')) {
    console.error(`${name} is not up to date. Run: npm run openapi`);
    process.exitCode = 1;
  } else {
    await writeFile(join(root, name), text);
    console.log(`${name} written`);
  }
}
