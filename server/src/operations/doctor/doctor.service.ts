import type { CheckState, HealthReport } from '@quickfleet/shared/operations/doctor';
import { worstOf } from '@quickfleet/shared/operations/doctor';
import { t } from '@quickfleet/shared/words/t';
import { readerOf, run } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { release } from '../../process/release.ts';
import { Findings, type Patient } from './check.ts';
import { checkBackups, checkFiles } from './check-data.ts';
import { checkDatabase, checkQueue } from './check-database.ts';
import { checkDisk, checkSecrets, checkServer } from './check-host.ts';
import { checkMail, checkWeb } from './check-network.ts';

const AREAS = [
  ['Server', checkServer],
  ['Disk', checkDisk],
  ['Secrets', checkSecrets],
  ['Web', checkWeb],
  ['Mail', checkMail],
  ['Database', checkDatabase],
  ['Files', checkFiles],
  ['Queue', checkQueue],
  ['Backups', checkBackups],
] as const;

/** Looks at everything that an operator forgets. An area that cannot be looked at is a failure that says why. */
export async function examine(patient: Patient): Promise<HealthReport> {
  const areas = await Promise.all(
    AREAS.map(async ([name, check]) => {
      try {
        return (await check(patient)).checks;
      } catch (error) {
        const found = new Findings(name);
        found.fail(
          'Not checked',
          error instanceof Error ? error.message : String(error),
          t('Mend what this says, then look again.'),
        );
        return found.checks;
      }
    }),
  );
  const checks = areas.flat();
  return { checkedAt: patient.now.toISOString(), release, state: worstOf(checks), checks };
}

/** The same, of the installation that this server runs. */
export const readHealth = ({ config, files, clock, orm }: Services): Promise<HealthReport> =>
  examine({ config, files, now: clock(), read: readerOf((sql) => orm.em.fork().execute(sql)) });

/** Keeps what is not as it should be for the dashboard, failures first. */
export async function noteHealth(services: Services): Promise<void> {
  const { checkedAt, checks } = await readHealth(services);
  const of = (state: CheckState) => checks.filter((check) => check.state === state);
  await run(
    services.orm.em.fork(),
    `insert into health_reports (id, checked_at, findings) values (1, ?, ?::jsonb)
      on conflict (id) do update set checked_at = excluded.checked_at, findings = excluded.findings`,
    [checkedAt, JSON.stringify([...of('fail'), ...of('warn')])],
  );
}
