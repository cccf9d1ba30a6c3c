import type { FailureReason as FailureReasonView } from '@quickfleet/shared/failure-reasons';
import { isStaff } from '@quickfleet/shared/roles';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';

const capture = (row: string) =>
  `'takenAt', ${iso(`${row}.taken_at`)}, 'receivedAt', ${iso(`${row}.received_at`)}, 'position', ${row}.position,
   'deviceId', ${row}.device_id, 'deviceName', ${row}.device_name, 'clockOffBy', ${row}.clock_off_by, 'by', ${row}."by"`;

/** The attempts of an order in the wire form, oldest first. */
export const attemptsOf = (
  order: string,
) => `(select coalesce(json_agg(json_build_object('id', a.id, 'stop', a.stop, 'number', a.number, 'outcome', a.outcome,
    'reason', a.reason, 'reasonName', r.name, 'reasonText', r.customer_text, 'party', r.party, 'place', a.place,
    'noteCustomer', a.note_customer, 'noteOffice', a.note_office, 'photoUrls', a.photo_urls, 'items', a.items,
    'arrivedAt', ${iso('a.arrived_at')}, 'leftAt', ${iso('a.left_at')}, 'reattemptOn', a.reattempt_on, 'signerName', a.signer_name,
    'signerRelation', a.signer_relation, 'overrideReason', a.override_reason, 'resolution', a.resolution,
    'resolvedAt', ${iso('a.resolved_at')}, 'after', a."after", ${capture('a')}) order by a.id), '[]')
  from attempts a left join failure_reasons r on r.code = a.reason where a.order_id = ${order})`;

/** What a stranger with the tracking number reads of them: no name, no position, nothing for the office, nothing late. */
export const trackedAttemptsOf = (
  order: string,
) => `(select coalesce(json_agg(json_build_object('stop', a.stop, 'number', a.number, 'outcome', a.outcome, 'reason', a.reason,
    'reasonText', r.customer_text, 'place', a.place, 'noteCustomer', a.note_customer, 'photoUrls', a.photo_urls,
    'items', (select coalesce(json_agg(json_build_object('name', i->>'name', 'delivered', (i->>'delivered')::int, 'of', (i->>'of')::int,
      'damaged', (i->>'damaged')::boolean)), '[]') from jsonb_array_elements(a.items) i),
    'reattemptOn', a.reattempt_on, 'resolution', a.resolution, 'takenAt', ${iso('a.taken_at')}, 'receivedAt', ${iso('a.received_at')}) order by a.id), '[]')
  from attempts a left join failure_reasons r on r.code = a.reason where a.order_id = ${order} and a."after" is null)`;

export const piecesOf = (
  order: string,
) => `(select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'stop', p.stop, 'itemId', p.item_id, 'attemptId', p.attempt_id,
    'parcel', p.parcel, 'url', p.url, 'sha256', p.sha256, 'isLate', p.is_late, ${capture('p')}) order by p.id), '[]')
  from proof_pieces p where p.order_id = ${order})`;

export interface PinRow {
  stop: 'pickup' | 'delivery';
  wrongTries: number;
  isVerified: boolean;
}
/** The PINs of an order: never a PIN. */
export const pinsOf = (
  order: string,
) => `(select coalesce(json_agg(json_build_object('stop', n.stop, 'wrongTries', n.wrong_tries, 'isVerified', n.verified_at is not null)), '[]')
  from order_pins n where n.order_id = ${order})`;

export interface ScanRow {
  stop: string;
  parcel: number;
}
export const scansOf = (
  order: string,
) => `(select coalesce(json_agg(distinct jsonb_build_object('stop', p.stop, 'parcel', p.parcel)), '[]')
  from proof_pieces p where p.order_id = ${order} and p.kind = 'scan')`;

const reasonJson = `json_build_object('id', r.id, 'code', r.code, 'name', r.name, 'party', r.party, 'stop', r.stop, 'rule', r.rule,
  'customerText', r.customer_text, 'active', r.active, 'version', r.version)`;
/** What a driver may say now. */
export const activeReasons = `(select coalesce(json_agg(${reasonJson} order by r.id), '[]') from failure_reasons r where r.active)`;

export async function listReasons(ctx: AppContext): Promise<{ data: FailureReasonView[] }> {
  // Staff edit the list and see what was taken from it; a phone sees what it may say.
  const isOffice = isStaff(ctx.caller.user?.role) || ctx.caller.key !== undefined;
  const where = isOffice ? '' : 'where r.active';
  const rows = await query<{ reason: FailureReasonView }>(
    ctx.em,
    `select ${reasonJson} as reason from failure_reasons r ${where} order by r.id`,
  );
  return { data: rows.map(({ reason }) => reason) };
}

export async function readReason(ctx: AppContext, id: number): Promise<FailureReasonView> {
  const [row] = await query<{ reason: FailureReasonView }>(
    ctx.em,
    `select ${reasonJson} as reason from failure_reasons r where r.id = ?`,
    [id],
  );
  if (!row) throw notFound('Reason');
  return row.reason;
}
