import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { MAIL_FLAG } from '../src/db/side-effects.ts';

export interface TableSize {
  name: string;
  rows: number;
  /** Bytes of the rows, including values stored separately, and of the indexes. */
  heap: number;
  indexes: number;
}

/** What each table takes on the disk, the largest first, after the figures have been brought up to date. */
export async function measureSizes({ em }: MikroORM): Promise<TableSize[]> {
  const rows = await em.fork().execute<Record<keyof TableSize, string>[]>(
    `select relname as name, greatest(reltuples, 0)::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc`,
  );
  return rows.map(({ name, ...sizes }) => ({
    name,
    rows: Number(sizes.rows),
    heap: Number(sizes.heap),
    indexes: Number(sizes.indexes),
  }));
}

export const MAILS = 500;
/** A separate mailbox for each: mails to the same one are sent one after the other. */
const RECIPIENTS = 'bench-jobs-%@quickfleet.example';

/** As many mails as one write would queue if it had so much to say: rows and jobs of one transaction. */
export async function queueMails({ em }: MikroORM): Promise<void> {
  await em.fork().transactional(async (tx) => {
    await tx.execute(
      `insert into emails (message_id, trigger, recipient, subject, html, text, status, created_at)
       select '<bench-' || n || '-' || extract(epoch from clock_timestamp()) || '@quickfleet.example>', 'order_created', replace(?, '%', n::text),
         'Your order ' || n, repeat('<p>Your order is on its way</p>', 80), repeat('Your order is on its way. ', 80), 'queued', now()
       from generate_series(1, ${MAILS}) as n`,
      [RECIPIENTS],
    );
    await tx.execute(
      `select graphile_worker.add_job('send_email', json_build_object('id', id), job_key => 'mail ' || id, flags => array[?])
       from emails where recipient like ?`,
      [MAIL_FLAG, RECIPIENTS],
    );
  });
}

/** Resolves once every one of them is sent. */
export async function waitForMails({ em }: MikroORM): Promise<void> {
  for (;;) {
    const [row] = await em
      .fork()
      .execute<{ left: number }[]>(
        `select count(*)::int as left from emails where recipient like ? and status = 'queued'`,
        [RECIPIENTS],
      );
    if (row?.left === 0) return;
    await pause(20);
  }
}

export async function takeMailsBack({ em }: MikroORM): Promise<void> {
  await em.fork().execute('delete from emails where recipient like ?', [RECIPIENTS]);
}
