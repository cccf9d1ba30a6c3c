import type { EntityManager } from '@mikro-orm/postgresql';
import {
  CODE_AFTER_DELIVERY_HOURS,
  EVENT_DAYS,
  IDEMPOTENCY_HOURS,
  IMPORT_DAYS,
  LATE_EVIDENCE_DAYS,
  NOTICE_DAYS,
  PENDING_UPLOAD_HOURS,
  POSITION_HOURS,
} from '@quickfleet/shared/limits';
import { readerOf, readRows } from '../db/rows.ts';
import { inBatches } from '../db/sorted.ts';
import { forgetEtas } from '../delivery/eta/eta.service.ts';
import { endEvidence } from '../delivery/evidence/retention.service.ts';
import { forgetPushes } from '../delivery/notices/delivery-push.queue.ts';
import { forgetPlaces } from '../delivery/travel/places.work.ts';
import { pictureKey } from '../files/files.ts';
import { unlessHeld } from '../files/files-hold.ts';
import { ownsFiles } from '../files/files-owner.ts';
import { keyColumn } from '../files/uploads/stored-keys.ts';
import { FILES_BASE, provesOther, removeStoredFile } from '../files/uploads/uploads.service.ts';
import { forgetKeyCalls } from '../http/caller/key-calls.ts';
import type { Services } from '../http/context.ts';
import { queueForgotten } from '../operations/imports/imports.queue.ts';
import { sweepExports } from '../operations/transfer/exports.service.ts';
import { remindOfKeys } from '../people/api-keys/api-keys.reminders.ts';
import { purgeDeletedQuotes } from '../quoting/quotes/quotes.delete.ts';

const STRAY_MS = 3_600_000;
/** How many files one statement looks for among the rows. */
const BATCH = 500;

/** Takes away what nobody needs any more: photos nobody claimed, strays of a crash, old sessions, keys and counters. */
export async function sweep(services: Services, strayAge = STRAY_MS): Promise<{ files: number; strays: number }> {
  const em = services.orm.em.fork();
  const now = services.clock();
  await purgeDeletedQuotes(em, now);
  await forgetDeletedOrders(em, now);
  await endRetention(services, now);
  await endEvidence(services);
  await forgetEtas({ em }, now);
  await forgetPlaces({ em }, now);
  await forgetPushes({ em }, now);
  await forgetKeyCalls(services);
  await remindOfKeys(services);
  await em.execute('delete from sessions where expires_at < ?', [now]);
  await em.execute('delete from invitations where expires_at < ?', [now]);
  await em.execute('delete from password_resets where expires_at < ?', [now]);
  await em.execute('delete from tracking_codes where expires_at < ?', [now]);
  await em.execute('delete from passkey_challenges where expires_at < ?', [now]);
  await em.execute(
    `delete from sign_in_links where created_at < ?::timestamptz - interval '1 day' and expires_at < ?`,
    [now, now],
  );
  await em.execute('delete from idempotency_keys where created_at < ?::timestamptz - make_interval(hours => ?)', [
    now,
    IDEMPOTENCY_HOURS,
  ]);
  await em.execute('delete from rate_counts where resets_at < ?::timestamptz - make_interval(hours => ?)', [
    now,
    CODE_AFTER_DELIVERY_HOURS,
  ]);
  await em.execute('delete from events where at < ?::timestamptz - make_interval(days => ?)', [now, EVENT_DAYS]);
  await em.execute('delete from imports where created_at < ?::timestamptz - make_interval(days => ?)', [
    now,
    IMPORT_DAYS,
  ]);
  // What made an order stays as long as the shop may speak of it again.
  await em.execute(
    'delete from inbound_notices where order_id is null and received_at < ?::timestamptz - make_interval(days => ?)',
    [now, NOTICE_DAYS],
  );
  await em.execute('delete from driver_positions where at < ?::timestamptz - make_interval(hours => ?)', [
    now,
    POSITION_HOURS,
  ]);
  await queueForgotten(em);
  await sweepExports(services);
  // Last, because a store that is away must not keep the rest from being done.
  return sweepFiles(services, em, strayAge);
}

/** Removes the files of uploads that nobody claimed in time, and files that no row names. */
async function sweepFiles(services: Services, em: EntityManager, strayAge: number) {
  const { files, log } = services;
  const { isOurs, place } = await ownsFiles(
    files,
    readerOf((sql) => em.execute(sql)),
  );
  if (!isOurs) {
    log.warn(
      `no file was swept: ${place} belongs to another database; \`npm run files -- claim\` gives it to this one`,
    );
    return { files: 0, strays: 0 };
  }
  const gone = await em.execute<{ key: string }[]>(
    `delete from stored_files where claimed_at is null and created_at < ?::timestamptz - make_interval(hours => ?) returning key`,
    [services.clock(), PENDING_UPLOAD_HOURS],
  );
  for (const { key } of gone) await unlessHeld(em, () => removeStoredFile(services, key));
  const removed = new Set(gone.map(({ key }) => key));
  let strays = 0;
  for await (const batch of inBatches(files.list(), BATCH)) {
    // Looked for after the files: a file is there before its row.
    const keys = [...new Set(batch.map(({ key }) => pictureKey(key)))];
    const rows = await readRows(em, keyColumn, 'select $columns from stored_files where key = any(?)', [keys]);
    const known = new Set(rows.map(({ key }) => key));
    for (const { key, age } of batch) {
      const picture = pictureKey(key);
      if (known.has(picture) || removed.has(picture) || (await age()) <= strayAge) continue;
      await unlessHeld(em, () => files.remove(key));
      strays++;
    }
  }
  return { files: gone.length, strays };
}

/** What was kept of deleted orders, with the evidence that came late for them, goes when its days are over. */
async function forgetDeletedOrders(em: EntityManager, now: Date): Promise<void> {
  for (const [table, column] of [
    ['deleted_orders', 'deleted_at'],
    ['ended_rights', 'ended_at'],
  ])
    await em.execute(`delete from ${table} where ${column} < ?::timestamptz - make_interval(days => ?)`, [
      now,
      LATE_EVIDENCE_DAYS,
    ]);
  const isForgotten = (row: string) =>
    `not exists (select 1 from orders o where o.id = ${row}.order_id)
     and not exists (select 1 from deleted_orders d where d.id = ${row}.order_id)`;
  // The photos themselves are then held by nothing, and taken by the next statement of the sweep.
  await em.execute(
    `with gone as (
       delete from late_evidence l
        where not exists (select 1 from orders o where o.id = l.order_id)
          and not exists (select 1 from deleted_orders d where d.id = l.order_id)
        returning url)
     update stored_files f set claimed_at = null from gone where gone.url = ? || f.key
       and not ${provesOther('f.key', isForgotten('shared'))}`,
    [`${FILES_BASE}/`],
  );
  await em.execute(
    `with gone as (delete from attempts a where ${isForgotten('a')} returning photo_urls),
       pieces as (delete from proof_pieces p where ${isForgotten('p')})
     update stored_files f set claimed_at = null from gone, jsonb_array_elements_text(gone.photo_urls) url where url = ? || f.key
       and not ${provesOther('f.key', isForgotten('shared'))}`,
    [`${FILES_BASE}/`],
  );
}

/** A plan is for today or tomorrow. */
const PLAN_DAYS = 2;
/** Deletes expired mails and history lines; a mail that still waits to be sent is never deleted. */
async function endRetention({ orm, config }: Services, now: Date): Promise<void> {
  const em = orm.em.fork();
  const deleteOlder = async (days: number, rows: string, column: string) => {
    if (days > 0)
      await em.execute(`delete from ${rows} ${column} < ?::timestamptz - make_interval(days => ?)`, [now, days]);
  };
  await deleteOlder(PLAN_DAYS, 'plans where', 'created_at');
  await deleteOlder(config.MAIL_RETENTION_DAYS, `emails where status not in ('queued', 'held') and`, 'created_at');
  // As long as a mail or a line of history may tell of it.
  const days = [config.MAIL_RETENTION_DAYS, config.HISTORY_RETENTION_DAYS];
  await deleteOlder(days.includes(0) ? 0 : Math.max(...days), 'former_subjects where', 'at');
  await endHistory(em, now, config.HISTORY_RETENTION_DAYS);
  await sealOldHistory(em);
}

/**
 * Deletes expired history lines by the only way that the database allows (decision 041). Of a chain only its beginning
 * is deleted, so that the rest remains verifiable.
 */
async function endHistory(em: EntityManager, now: Date, days: number): Promise<void> {
  if (days === 0) return;
  await em.transactional(async (tx) => {
    await tx.execute(`set local quickfleet.history_door = 'retention'`);
    await tx.execute(
      `with times as (select ?::timestamptz - make_interval(days => ?) as over)
       delete from history h using times where h.at < times.over and not exists (
         select 1 from history kept where h.subject = 'order' and kept.subject = 'order' and kept.subject_id = h.subject_id
            and kept.at >= times.over and kept.seq < h.seq)`,
      [now, days],
    );
  });
}

const SEALED_AT_ONCE = 2000;
/** Links histories from before the chain, some of them each hour. */
async function sealOldHistory(em: EntityManager): Promise<void> {
  const orders = await em.execute<{ id: number }[]>(
    `select distinct subject_id as id from history where subject = 'order' and seq is null limit ${SEALED_AT_ONCE}`,
  );
  for (const { id } of orders) await em.execute('select seal_history(?)', [id]);
}
