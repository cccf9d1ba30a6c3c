/**
 * npm run doctor             looks at the installation that DATA_DIR names: each point ok, warn or fail, with what to do
 * npm run doctor -- --json   the same for programs
 * npm run doctor -- --recount  has the days of reports counted again by the running server
 * Exit code 1 when something fails.
 */

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { HealthReport } from '@quickfleet/shared/operations/doctor';
import type { StoredSettings } from '../server/src/company/settings/company.entity.ts';
import { applySettings } from '../server/src/company/settings/live-settings.ts';
import type { Config } from '../server/src/config.ts';
import { keptSecret } from '../server/src/db/embedded/data-dir.ts';
import { openInstallation } from '../server/src/db/embedded/installation.ts';
import { readerOf } from '../server/src/db/rows.ts';
import { openFileStore } from '../server/src/files/files-pair.ts';
import { examine } from '../server/src/operations/doctor/doctor.service.ts';
import { printable } from '../server/src/security/safe-path.ts';
import { createSecrets } from '../server/src/security/secrets.ts';
import { runCommand } from './command.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, recount: { type: 'boolean' } } });

function print({ checks }: HealthReport): void {
  let last = '';
  for (const { area, name, state, finding, advice } of checks) {
    if (area !== last) console.log(`\n${area}`);
    last = area;
    console.log(`  ${state.padEnd(4)}  ${name}: ${printable(finding)}`);
    if (advice) console.log(`        → ${printable(advice)}`);
  }
  const count = (state: string) => checks.filter((check) => check.state === state).length;
  console.log(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed`);
}

type Connection = Awaited<ReturnType<Awaited<ReturnType<typeof openInstallation>>['connect']>>;
/** The settings that the company changed itself; a database from before has none. */
async function followCompany(config: Config, client: Connection): Promise<void> {
  const { rows } = await client.query<{ stored: StoredSettings; smtpUrlSealed: string | null }>(
    `select settings as stored, to_jsonb(company) ->> 'smtp_url_sealed' as "smtpUrlSealed" from company`,
  );
  const secret = config.SESSION_SECRET ?? (await keptSecret(join(resolve(config.DATA_DIR), 'session-secret')));
  const secrets = secret === undefined ? { open: () => undefined } : createSecrets(secret);
  for (const row of rows) applySettings(config, secrets, row);
}

await runCommand(async (config) => {
  const installation = await openInstallation(config, console.error);
  try {
    const client = await installation.connect();
    // The checks of several areas run in parallel; statements of one connection wait for each other.
    let last: Promise<unknown> = Promise.resolve();
    try {
      await followCompany(config, client);
      if (values.recount) {
        const { rowCount } = await client.query('delete from report_days');
        console.log(`${rowCount ?? 0} days of reports are counted again, some each minute while the server runs`);
        return;
      }
      const report = await examine({
        config,
        files: await openFileStore(config),
        now: new Date(),
        read: readerOf((sql) => {
          const asked = last.then(() => client.query(sql));
          last = asked.catch(() => undefined);
          return asked.then(({ rows }) => rows);
        }),
      });
      if (values.json) console.log(JSON.stringify(report, undefined, 2));
      else print(report);
      if (report.state === 'fail') process.exitCode = 1;
    } finally {
      await client.end();
    }
  } finally {
    await installation.close();
  }
});
