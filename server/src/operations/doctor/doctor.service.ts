import type { HealthCheck, HealthReport } from '@quickfleet/shared/operations/doctor';
import { worstOf } from '@quickfleet/shared/operations/doctor';
import { t } from '@quickfleet/shared/words/t';
import { c, readerOf, readOne, run, select } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { release } from '../../process/release.ts';
import { Findings, type Patient } from './check.ts';
import { checkBackups, checkFiles, checkStore } from './check-data.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkSecrets, checkServer } from './check-host.ts';
import { checkMakers } from './check-makers.ts';
import { checkMaps } from './check-maps.ts';
import { checkMail, checkWeb } from './check-network.ts';
import { checkQueue } from './check-queue.ts';
import { checkVroom } from './check-vroom.ts';

type Area = readonly [name: HealthCheck['area'], check: (patient: Patient) => Promise<Findings>];
const AREAS = [
  ['Server', checkServer],
  ['Disk', checkDisk],
  ['Secrets', checkSecrets],
  ['Secrets', checkMakers],
  ['Web', checkWeb],
  ['Web', checkMaps],
  ['Web', checkVroom],
  ['Mail', checkMail],
  ['Database', checkDatabase],
  ['Files', checkFiles],
  ['Queue', checkQueue],
  ['Backups', checkBackups],
] as const;

async function checksOf(patient: Patient, areas: readonly Area[]): Promise<HealthCheck[]> {
  const found = await Promise.all(
    areas.map(async ([name, check]) => {
      try {
        return (await check(patient)).checks;
      } catch (error) {
        const findings = new Findings(name);
        findings.fail(
          'Not checked',
          error instanceof Error ? error.message : String(error),
          t('Mend what this says, then look again.'),
        );
        return findings.checks;
      }
    }),
  );
  return found.flat();
}

/** Looks at everything that an operator forgets. An area that cannot be looked at is a failure that says why. */
export async function examine(patient: Patient): Promise<HealthReport> {
  const checks = await checksOf(patient, AREAS);
  return { checkedAt: patient.now.toISOString(), release, state: worstOf(checks), checks };
}

const patientOf = ({ config, files, clock, orm }: Services): Patient => ({
  config,
  files,
  now: clock(),
  read: readerOf((sql) => orm.em.fork().execute(sql)),
});

/** The same, of the installation that this server runs. */
export const readHealth = (services: Services): Promise<HealthReport> => examine(patientOf(services));

/** What a look replaces of what was found before: these areas, and of the files these names. */
interface Scope {
  areas: readonly string[];
  files: readonly string[];
}

/** Keeps what is not as it should be for the dashboard, failures first, along with what was found elsewhere before. */
const keep = (services: Services, { areas, files }: Scope, checks: readonly HealthCheck[], checkedAt: string) =>
  run(
    services.orm.em.fork(),
    `insert into health_reports (id, checked_at, findings) values (1, ?, ?::jsonb)
      on conflict (id) do update set checked_at = case when ? then excluded.checked_at else health_reports.checked_at end, findings = (
        select coalesce(jsonb_agg(f order by f ->> 'state'), '[]')
          from (select f from jsonb_array_elements(health_reports.findings) f
                 where f ->> 'area' <> all(?) and not (f ->> 'area' = 'Files' and f ->> 'name' = any(?))
                union all select f from jsonb_array_elements(excluded.findings) f) all_of_them)`,
    [
      checkedAt,
      JSON.stringify(checks.filter(({ state }) => state !== 'ok')),
      areas.length === AREAS.length,
      areas,
      files,
    ],
  );

const SAY_AGAIN_MS = 3_600_000;
/** When each failure was logged last, by its area and name. */
const logged = new WeakMap<Services, Map<string, number>>();
/** What does not heal is in the log when it begins, again every hour, and when it is over. */
function logFailures(services: Services, { areas, files }: Scope, checks: readonly HealthCheck[]): void {
  const { log } = services;
  const before = logged.get(services) ?? new Map<string, number>();
  logged.set(services, before);
  const now = performance.now();
  const failures = new Set<string>();
  for (const { area, name, state, finding, advice } of checks) {
    if (state !== 'fail') continue;
    const subject = `${area}: ${name}`;
    failures.add(subject);
    if (now - (before.get(subject) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_MS) continue;
    before.set(subject, now);
    log.error({ finding, advice }, `health: ${subject}`);
  }
  const places = [...areas.map((area) => `${area}: `), ...files.map((name) => `Files: ${name}`)];
  for (const subject of before.keys())
    if (!failures.has(subject) && places.some((place) => subject.startsWith(place))) {
      before.delete(subject);
      log.info(`health: ${subject} is as it should be again`);
    }
}

async function note(services: Services, areas: readonly Area[], scope: Scope): Promise<void> {
  const patient = patientOf(services);
  const checks = await checksOf(patient, areas);
  await keep(services, scope, checks, patient.now.toISOString());
  logFailures(services, scope, checks);
}

/** Looks at everything, and keeps what it finds for the dashboard. */
export const noteHealth = (services: Services): Promise<void> =>
  note(services, AREAS, { areas: AREAS.map(([name]) => name), files: [] });

/** What a look costs next to nothing, so that a failure is said within a minute. */
const WATCHED = [
  ['Server', checkServer],
  ['Disk', checkDisk],
  ['Queue', checkQueue],
  ['Backups', checkBackups],
] as const;
const waitsOrFailed = select({
  mail: c.bool(`exists (select 1 from emails where status = 'queued' and created_at < now() - interval '1 minute')
    or exists (select 1 from health_reports, jsonb_array_elements(findings) f where f ->> 'area' = 'Mail' and f ->> 'state' = 'fail')`),
});
/** Signs in to the mail server only while mail waits or did not leave before, and tries the bucket. */
export async function watchHealth(services: Services): Promise<void> {
  const { mail } = await readOne(services.orm.em.fork(), waitsOrFailed, 'select $columns');
  const watched: Area[] = [...WATCHED, ...(mail ? [['Mail', checkMail] as const] : [])];
  await note(services, [...watched, ['Files', checkStore]], {
    areas: watched.map(([name]) => name),
    files: ['Bucket', 'Owner', 'Two stores'],
  });
}
