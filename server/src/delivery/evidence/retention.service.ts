import type { EntityManager } from '@mikro-orm/postgresql';
import { canonicalJson } from '@quickfleet/shared/base/canonical-json';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { codeOf } from '../../company/history/values.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { run } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { FILES_BASE, provesOther } from '../../files/uploads/uploads.service.ts';
import type { Services } from '../../http/context.ts';

/** Evidence with a separate retention time; each kind is removed from orders that ended so many days ago. */
type Kind = 'photos' | 'signatures' | 'positions';
const ORDERS_AT_ONCE = 200;
/** Of one run: an installation that shortens its retention works it off over some hours. */
const ROUNDS = 10;

/** What is proof of another order of the same stop stays until that one’s time is over. */
const inUrls = `stored_files f where '${FILES_BASE}/' || key in (select url from urls)
  and not ${provesOther('f.key', 'shared.order_id in (select id from gone)')}`;
const ofGone = 'order_id in (select id from gone)';

/** What goes with each kind; `found` names the orders that had something. */
const statements: Record<Kind, string> = {
  photos: `
    urls as (
      select order_id as id, jsonb_array_elements_text(image_urls || pickup_image_urls || transit_image_urls || delivery_image_urls) as url
        from order_items where ${ofGone}
      union all select order_id, url from late_evidence where ${ofGone} and kind like '%photo'
      union all select order_id, jsonb_array_elements_text(photo_urls) from attempts where ${ofGone}
      union all select order_id, jsonb_array_elements_text(photo_urls) from incidents where ${ofGone}
      union all select order_id, photo_url from delivery_requests where ${ofGone} and photo_url is not null),
    files as (delete from ${inUrls}),
    items as (update order_items set image_urls = '[]', pickup_image_urls = '[]', transit_image_urls = '[]', delivery_image_urls = '[]' where ${ofGone}),
    quoted as (update quote_items set image_urls = '[]' where quote_id in (select quote_id from orders where id in (select id from gone))),
    late as (delete from late_evidence where ${ofGone} and kind like '%photo'),
    tried as (update attempts set photo_urls = '[]' where ${ofGone}),
    claimed as (update incidents set photo_urls = '[]' where ${ofGone}),
    places as (update delivery_requests set photo_url = null where ${ofGone}),
    pieces as (update proof_pieces set url = null where ${ofGone} and kind = 'photo'),
    found as (select distinct id from urls)`,
  signatures: `
    urls as (
      select order_id as id, image_url as url from signatures where ${ofGone}
      union all select order_id, url from late_evidence where ${ofGone} and kind like '%signature'),
    files as (delete from ${inUrls}),
    signed as (delete from signatures where ${ofGone}),
    late as (delete from late_evidence where ${ofGone} and kind like '%signature'),
    pieces as (update proof_pieces set url = null where ${ofGone} and kind = 'signature'),
    found as (select distinct id from urls)`,
  positions: `
    tried as (update attempts set position = null where ${ofGone} and position is not null returning order_id as id),
    pieces as (update proof_pieces set position = null where ${ofGone} and position is not null returning order_id as id),
    lines as (
      update history set data = null where subject = 'order' and subject_id in (select id from gone) and data like '%"position":{%'
      returning subject_id as id),
    found as (select id from tried union select id from pieces union select id from lines)`,
};

async function expire(em: EntityManager, kind: Kind, ids: readonly number[], now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    await run(
      tx,
      `with gone as (select id from orders where id = any(?) order by id for update),
       ${statements[kind]},
       marked as (update orders set ${kind}_expired_at = ? where id in (select id from gone))
       insert into history (subject, subject_id, action, actor_kind, actor_name, detail, data, at)
       select 'order', id, 'evidence.expired', 'system', 'QuickFleet', ?, ?, ? from found order by id`,
      [ids, now, kind, canonicalJson({ says: [codeOf('evidence', kind)] }), now],
    );
  });
}

/**
 * Deletes photos, signatures and positions of orders that ended longer ago than the company keeps them; the hashes in
 * the history stay, and the history says so. Files leave the disk with the same sweep's strays.
 */
export async function endEvidence({ orm, clock }: Services): Promise<void> {
  const em = orm.em.fork();
  const now = clock();
  const { retention } = await readCompany(em);
  const days: Record<Kind, number> = {
    photos: retention.photoDays,
    signatures: retention.signatureDays,
    positions: retention.positionDays,
  };
  for (const kind of ['photos', 'signatures', 'positions'] as const) {
    if (days[kind] === 0) continue;
    for (let round = 0; round < ROUNDS; round++) {
      const orders = await em.execute<{ id: number }[]>(
        `select id from orders where status in (${quoted(orderStatusesThat('isOver'))}) and ${kind}_expired_at is null
            and coalesce(delivered_at, cancelled_at) < ?::timestamptz - make_interval(days => ?)
          order by coalesce(delivered_at, cancelled_at) limit ${ORDERS_AT_ONCE}`,
        [now, days[kind]],
      );
      if (orders.length === 0) break;
      await expire(
        em.fork(),
        kind,
        orders.map(({ id }) => id),
        now,
      );
    }
  }
}
