/**
 * Writes openapi.json from the routers and the form-data routes, and docs/errors.md from the table of codes; with
 * --check it only says whether both are up to date (exit 1 when not).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildDocument } from '../../server/src/rest/openapi/openapi.ts';
import { errorCodes } from '../../shared/src/error-codes.ts';

const ERRORS_INTRO = `# Error codes

<!-- Made from shared/src/error-codes.ts by \`npm run openapi\`. -->

Every error of the API has one body: \`{error, message, code, status, requestId, issues?}\`. Programs decide by \`code\`,
which is never renamed; \`message\` is a sentence for the person who sees it, and may change.
`;

const errorsPage = () =>
  [
    ERRORS_INTRO,
    '| Code | Status | When |',
    '| --- | --- | --- |',
    ...Object.entries(errorCodes).map(
      ([code, [status, when]]) => `| \`${code}\` | ${[status].flat().join(', ')} | ${when} |`,
    ),
    '',
  ].join('\n');

const root = resolve(import.meta.dirname, '../..');
const made: Readonly<Record<string, string>> = {
  'openapi.json': `${JSON.stringify(buildDocument(), null, 2)}\n`,
  'docs/errors.md': errorsPage(),
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
