import type { PackManifest, TimelineRow } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { query } from '../../db/query.ts';
import { iso } from '../../db/sql.ts';
import { FILES_BASE } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';

/** A photo or signature of an order, as it is stored. */
export interface Piece {
  kind: 'photo' | 'signature';
  stage: 'request' | 'pickup' | 'transit' | 'delivery' | 'attempt';
  /** Of an attempt's photo. */
  attemptId: number | null;
  /** null where it is of no item, or of one that is gone. */
  itemId: number | null;
  itemName: string | null;
  /** Its name in the store. */
  key: string;
  type: string | null;
  sha256: string | null;
  /** By the phone's clock, and by the server's. */
  takenAt: string | null;
  receivedAt: string | null;
  signer: 'customer' | 'driver' | null;
  signerName: string | null;
  strokes: string | null;
  isLate: boolean;
  /** Where the phone was, as far as its driver said so; null once its time is over. */
  position: { lat: number; lng: number; accuracy: number | null } | null;
  deviceName: string | null;
  /** Seconds by which the phone's clock was ahead, when it was off by more than five minutes. */
  clockOffBy: number | null;
  by: string | null;
}

const photosOf = (column: string, stage: Piece['stage']) =>
  `select 'photo' as kind, '${stage}' as stage, i.id as item_id, i.name as item_name, u.url, null::timestamptz as taken_at,
          null::timestamptz as received_at, null as signer, null as signer_name, null as strokes, false as is_late, null::int as attempt_id, i.position * 1000 + u.place as place
     from order_items i cross join lateral jsonb_array_elements_text(i.${column}) with ordinality u(url, place) where i.order_id = asked.id`;

/** Every photo and signature of an order, those that came late too; for each item in the order of the steps. */
export const readPieces = (ctx: AppContext, orderId: number): Promise<Piece[]> =>
  query(
    ctx.em,
    `select p.kind, p.stage, p.item_id as "itemId", p.item_name as "itemName", substr(p.url, ${FILES_BASE.length + 2}) as key, f.type, f.sha256,
            ${iso('coalesce(p.taken_at, f.taken_at)')} as "takenAt", ${iso('coalesce(p.received_at, f.created_at)')} as "receivedAt",
            p.signer, p.signer_name as "signerName", p.strokes, p.is_late as "isLate", p.attempt_id as "attemptId",
            c.position, c.device_name as "deviceName", c.clock_off_by as "clockOffBy", c."by"
       from (select ?::int as id) asked cross join lateral (
         ${photosOf('image_urls', 'request')}
         union all ${photosOf('pickup_image_urls', 'pickup')}
         union all ${photosOf('transit_image_urls', 'transit')}
         union all ${photosOf('delivery_image_urls', 'delivery')}
         union all
         select 'signature', s.kind, null, null, s.image_url, s.signed_at, s.captured_at, s.signer, s.signer_name, s.strokes, false, null, s.id
           from signatures s where s.order_id = asked.id
         union all
         select case when l.kind like '%signature' then 'signature' else 'photo' end, split_part(l.kind, '_', 1), l.item_id, l.item_name, l.url,
                l.taken_at, l.received_at, null, l.signer_name, l.strokes, true, null, l.id
           from late_evidence l where l.order_id = asked.id
         union all
         select 'photo', 'attempt', null, null, u.url, a.taken_at, a.received_at, null, null, null, a."after" is not null, a.id, a.id * 100 + u.place
           from attempts a cross join lateral jsonb_array_elements_text(a.photo_urls) with ordinality u(url, place) where a.order_id = asked.id) p
       left join stored_files f on f.key = substr(p.url, ${FILES_BASE.length + 2})
       left join lateral (select * from proof_pieces c where c.order_id = ? and c.url = p.url order by c.id limit 1) c on true
      order by p.kind, p.is_late, p.place, p.url`,
    [orderId, orderId],
  );

/** The lines of an order's history with what their hashes were made of, in the chain's order. */
export const readTimeline = async (ctx: AppContext, orderId: number): Promise<TimelineRow[]> => {
  const rows = await query<{ row: TimelineRow }>(
    ctx.em,
    `select jsonb_strip_nulls(jsonb_build_object('hash', h.hash,
              'detail', case when h.detail_salt is not null then jsonb_build_object('salt', h.detail_salt, 'value', h.detail) end,
              'data', case when h.data_salt is not null then jsonb_build_object('salt', h.data_salt, 'value', h.data) end))
            || jsonb_build_object('line', jsonb_build_object('action', h.action,
              'actor', jsonb_build_object('id', h.actor_id, 'kind', h.actor_kind, 'name', h.actor_name), 'at', ${iso('h.at')},
              'data', h.data_hash, 'detail', h.detail_hash, 'files', coalesce(h.files, '[]'), 'from', h.from_status,
              'occurredAt', ${iso('h.occurred_at')}, 'order', h.subject_id, 'prev', h.prev, 'seq', h.seq, 'to', h.to_status)) as row
       from history h where h.subject = 'order' and h.subject_id = ? order by h.seq`,
    [orderId],
  );
  return rows.map(({ row }) => {
    const { data } = row;
    // Kept as its canonical text, so that numbers come back as they were hashed.
    return typeof data?.value === 'string' ? { ...row, data: { ...data, value: JSON.parse(data.value) } } : row;
  });
};

/** Links what of the history is not linked yet, and answers how long the chain is and its last hash. */
export async function sealHistory(
  ctx: AppContext,
  orderId: number,
): Promise<Pick<PackManifest['chain'], 'length' | 'head'>> {
  const [chain] = await query<{ length: number; head: string }>(ctx.em, 'select length, head from seal_history(?)', [
    orderId,
  ]);
  if (!chain) throw new Error(`The history of order ${orderId} has no chain`);
  return chain;
}
