/**
 * npm run sandbox: a second installation next to the live one, with the demo company. npm run sandbox -- --empty begins
 * with nothing. Of a .env file it takes nothing that names the live installation: data, database, files, mail, secrets
 * and addresses are its own, from the environment or by default ./sandbox-data and port 3001.
 */
import { parseArgs } from 'node:util';
import { buildClientApart } from './build/build-client.ts';
import { compileAhead } from './build/compile-ahead.ts';

/** Settings of the live installation that a sandbox must not share; an empty one counts as absent. */
const OWN: Readonly<Record<string, string>> = {
  DATA_DIR: './sandbox-data',
  PORT: '3001',
  DATABASE_URL: '',
  PUBLIC_URL: '',
  SESSION_SECRET: '',
  PAYMENTS_WEBHOOK_SECRET: '',
  SMTP_URL: '',
  FILES_STORE: '',
  S3_BUCKET: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
  QUICKFLEET_ROLE: '',
  EXPORT_DIR: '',
  BACKUP_DIR: '',
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { empty: { type: 'boolean' } } });
  // What is set here is not read from the file.
  for (const [name, value] of Object.entries(OWN)) process.env[name] ??= value;
  process.env['SANDBOX'] = 'true';
  await Promise.all([buildClientApart(), compileAhead()]);
  const { serve } = await import('../server/src/server.ts');
  const { prepareSandbox } = await import('../server/src/demo/sandbox.ts');
  await serve({ prepare: (services) => prepareSandbox(services, values.empty ? 'empty' : 'demo') });
}
