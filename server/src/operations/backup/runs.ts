import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays, dayAt, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { c, type Reader, select } from '../../db/rows.ts';
import { commitOnce } from '../../db/transaction.ts';
import type { Services, WorkContext } from '../../http/context.ts';
import { adminAddresses } from '../../messages/outbox/admin-addresses.ts';
import { writeMail } from '../../messages/outbox/outbox.service.ts';
import { inLanguageOf } from '../../words/speak.ts';
import type { Backup } from './archive/manifest.ts';

/** Tells every admin who has an e-mail address, or ADMIN_EMAIL when none has, that the nightly backup failed. */
async function mailFailure(ctx: WorkContext, reason: string): Promise<void> {
  const { config, clock } = ctx.services;
  const recipients = await adminAddresses(ctx);
  const at = clock().toISOString().slice(0, 16).replace('T', ' ');
  const brand = config.BRAND_NAME;
  inLanguageOf(ctx, {}, () => {
    const content = [
      t('The nightly backup of {brand} could not be made at {time} UTC. What is entered from now on is in no backup.', {
        brand,
        time: at,
      }),
      '{{reason}}',
      t(
        'We try again every hour. You will get no more mails about this until a backup has worked and another one fails. "{place}" in the settings and npm run doctor say what to do.',
        { place: t('Health') },
      ),
      ...(config.PUBLIC_URL ? [t('Open the settings: {link}', { link: `${config.PUBLIC_URL}/admin/settings` })] : []),
    ].join('\n\n');
    const subject = t('The nightly backup of {brand} failed', { brand });
    for (const to of recipients)
      writeMail(ctx, { trigger: 'backup_failed', to, values: { reason } }, { subject, content }, null);
  });
}

const RETRY_MINUTES = 60;
/** A night that worked and cannot be found is not made again sooner. */
const MISSING_MINUTES = 10;
const KEPT_DAYS = 90;

/** Writes down a backup that somebody asked for; a database that is older than the table has nowhere to. */
export async function noteAsked(client: pg.Client, { file, size, head }: Backup): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>(`select to_regclass('backup_runs') as name`);
  if (!rows[0]?.name) return;
  await client.query(
    `insert into backup_runs (kind, started_at, finished_at, file, size) values ('asked', $1, clock_timestamp(), $2, $3)`,
    [head.about.startedAt, file, size],
  );
}

/** When a time of the company's clocks (HH:MM) passed last. */
function lastDue(time: string, zone: string, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = dayAt(now, zone);
  const due = momentOf(today, hours * 60 + minutes, zone);
  return due <= now ? due : momentOf(addDays(today, -1), hours * 60 + minutes, zone);
}

/**
 * Claims the nightly backup that is due, as a new row of `backup_runs`; undefined when none is. Due are: the first one
 * of an installation immediately; one with its time passed since the last success, even if no server ran then; a retry an
 * hour after a failure; and one for a folder that has none to start from (`isMissing`), like a new BACKUP_DIR.
 */
export const claimNightly = (
  em: EntityManager,
  { BACKUP_TIME, BUSINESS_TIMEZONE }: Pick<Config, 'BACKUP_TIME' | 'BUSINESS_TIMEZONE'>,
  now: Date,
  isMissing: boolean,
): Promise<number | undefined> =>
  em.fork().transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [LOCKS.nightlyBackup]);
    await tx.execute(`delete from backup_runs where started_at < ?::timestamptz - make_interval(days => ?)`, [
      now,
      KEPT_DAYS,
    ]);
    const [claimed] = await tx.execute<{ id: number }[]>(
      `with last as (select ?::timestamptz as passed, ?::timestamptz as now, ?::boolean as is_missing)
       insert into backup_runs (kind, started_at)
       select 'nightly', now from last
        where (is_missing or passed > (select min(executed_at) from schema_migrations)
            or not exists (select 1 from backup_runs where kind = 'nightly' and finished_at is not null and error is null))
          and not exists (select 1 from backup_runs where kind = 'nightly' and (
            (not is_missing and started_at >= passed and finished_at is not null and error is null)
            or started_at > now - make_interval(mins => case
              when is_missing and finished_at is not null and error is null then ? else ? end)))
       returning id`,
      [lastDue(BACKUP_TIME, BUSINESS_TIMEZONE, now), now, isMissing, MISSING_MINUTES, RETRY_MINUTES],
    );
    return claimed?.id;
  });

export const noteSuccess = (em: EntityManager, id: number, { file, size }: Backup): Promise<unknown> =>
  em
    .fork()
    .execute('update backup_runs set finished_at = clock_timestamp(), file = ?, size = ? where id = ?', [
      file,
      size,
      id,
    ]);
/** Writes a failure down, and mails the admins when the nightly backup before it worked or there was none. */
export const noteFailure = (services: Services, id: number, error: string): Promise<void> =>
  commitOnce(services, async (em) => {
    await em.execute('update backup_runs set finished_at = clock_timestamp(), error = ? where id = ?', [error, id]);
    const [before] = await em.execute<{ error: string | null }[]>(
      `select error from backup_runs where kind = 'nightly' and id < ? and finished_at is not null order by id desc limit 1`,
      [id],
    );
    if (!before?.error) await mailFailure({ services, em }, error);
  });

export interface BackupState {
  /** When the newest backup that worked was begun. */
  lastSuccess: Date | null;
  lastFile: string | null;
  /** Why the newest nightly backup failed; null when it worked. */
  failure: string | null;
  failedAt: Date | null;
}

const goodRun = select({ at: c.date('started_at'), file: c.text('file').nullable() });
const nightlyRun = select({
  at: c.date('started_at'),
  error: c.text('error').nullable(),
  isDone: c.bool('finished_at is not null'),
  isOld: c.bool(`started_at < now() - make_interval(mins => ${RETRY_MINUTES})`),
});
/** How things stand with the backups, for operators. */
export async function readBackupState(read: Reader): Promise<BackupState> {
  const [good] = await read(
    goodRun,
    `select $columns from backup_runs where finished_at is not null and error is null order by started_at desc limit 1`,
  );
  const [last] = await read(
    nightlyRun,
    `select $columns from backup_runs where kind = 'nightly' order by started_at desc limit 1`,
  );
  const isCut = last !== undefined && !last.isDone && last.isOld;
  const failure = last?.error ?? (isCut ? 'Its process ended before it was done.' : null);
  return {
    lastSuccess: good?.at ?? null,
    lastFile: good?.file ?? null,
    failure,
    failedAt: failure && last ? last.at : null,
  };
}
