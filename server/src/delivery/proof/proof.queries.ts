import { positionOut } from '@quickfleet/shared/base/capture';
import { lateReasons } from '@quickfleet/shared/base/late-evidence';
import {
  attemptOutcomes,
  attemptStops,
  places,
  reasonParties,
  reasonStops,
  resolutionKinds,
} from '@quickfleet/shared/company/proof/failure-words';
import type { ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import { pieceKinds } from '@quickfleet/shared/company/proof/proof-rules';
import { attempt } from '@quickfleet/shared/delivery/proof/attempts';
import type { FailureReason as FailureReasonView } from '@quickfleet/shared/delivery/proof/failure-reasons';
import { failureReason } from '@quickfleet/shared/delivery/proof/failure-reasons';
import { isStaff } from '@quickfleet/shared/roles';
import { c, exists, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { FILES_BASE } from '../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';

const capture = (row: string) => ({
  takenAt: c.time(`${row}.taken_at`).nullable(),
  receivedAt: c.time(`${row}.received_at`),
  position: c.json(positionOut, `${row}.position`),
  deviceId: c.text(`${row}.device_id`).nullable(),
  deviceName: c.text(`${row}.device_name`).nullable(),
  clockOffBy: c.int(`${row}.clock_off_by`).nullable(),
  by: c.text(`${row}."by"`),
});

/** Whether one of these pictures, by its bytes, came for this stop of an order before. */
export const hasPicture = (
  { em }: Pick<AppContext, 'em'>,
  { id, stop }: { id: number; stop: ProofStop },
  pictures: readonly { contentHash: string }[],
): Promise<boolean> =>
  exists(
    em,
    `select 1 from proof_pieces p join stored_files f on p.url = '${FILES_BASE}/' || f.key
      where p.order_id = ? and p.stop = ? and f.content_hash = any(?)`,
    [id, stop, pictures.map(({ contentHash }) => contentHash)],
  );

/** Whether a signature of order `o` still says something: those of a delivery that was taken back prove nothing. */
export const provesSignature = (row: string): string =>
  `(${row}.kind = 'pickup' or o.corrected_at is null or ${row}.captured_at > o.corrected_at)`;

/** What anybody may read of an attempt. */
const told = {
  stop: c.oneOf(attemptStops, 'a.stop'),
  number: c.int('a.number').nullable(),
  outcome: c.oneOf(attemptOutcomes, 'a.outcome'),
  reason: c.text('a.reason').nullable(),
  reasonText: c.text('r.customer_text').nullable(),
  place: c.oneOf(places, 'a.place').nullable(),
  noteCustomer: c.text('a.note_customer').nullable(),
  photoUrls: c.texts('a.photo_urls'),
  reattemptOn: c.text('a.reattempt_on').nullable(),
  resolution: c.oneOf(resolutionKinds, 'a.resolution').nullable(),
};
const attemptsFrom = 'from attempts a left join failure_reasons r on r.code = a.reason where a.order_id =';
/** The attempts of an order in the wire form, oldest first. */
export const attemptsOf = (order: string) =>
  c.list(
    {
      id: c.int('a.id'),
      ...told,
      reasonName: c.text('r.name').nullable(),
      party: c.text('r.party').nullable(),
      noteOffice: c.text('a.note_office').nullable(),
      items: c.json(attempt.shape.items, 'a.items'),
      arrivedAt: c.time('a.arrived_at').nullable(),
      leftAt: c.time('a.left_at').nullable(),
      signerName: c.text('a.signer_name').nullable(),
      signerRelation: c.text('a.signer_relation').nullable(),
      overrideReason: c.text('a.override_reason').nullable(),
      resolvedAt: c.time('a.resolved_at').nullable(),
      correctedAt: c.time('a.corrected_at').nullable(),
      after: c.oneOf(lateReasons, 'a."after"').nullable(),
      ...capture('a'),
    },
    `${attemptsFrom} ${order}`,
    'a.id',
  );

/** What a stranger with the tracking number reads of them: no name, no position, nothing for the office, nothing late. */
export const trackedAttemptsOf = (order: string) =>
  c.list(
    {
      ...told,
      items: c.list(
        {
          name: c.text(`i->>'name'`),
          delivered: c.int(`(i->>'delivered')::int`),
          of: c.int(`(i->>'of')::int`),
          damaged: c.bool(`(i->>'damaged')::boolean`),
        },
        'from jsonb_array_elements(a.items) with ordinality x(i, place)',
        'place',
      ),
      takenAt: c.time('a.taken_at').nullable(),
      receivedAt: c.time('a.received_at'),
    },
    `${attemptsFrom} ${order} and a."after" is null and a.corrected_at is null`,
    'a.id',
  );

export const piecesOf = (order: string) =>
  c.list(
    {
      id: c.int('p.id'),
      kind: c.oneOf(pieceKinds, 'p.kind'),
      stop: c.oneOf([...attemptStops, 'transit'], 'p.stop'),
      itemId: c.int('p.item_id').nullable(),
      attemptId: c.int('p.attempt_id').nullable(),
      parcel: c.int('p.parcel').nullable(),
      url: c.text('p.url').nullable(),
      sha256: c.text('p.sha256').nullable(),
      isLate: c.bool('p.is_late'),
      ...capture('p'),
    },
    `from proof_pieces p where p.order_id = ${order}`,
    'p.id',
  );

const pin = {
  stop: c.oneOf(['pickup', 'delivery'], 'n.stop'),
  wrongTries: c.int('n.wrong_tries'),
  isVerified: c.bool('n.verified_at is not null'),
};
export type PinRow = Row<ReturnType<typeof select<typeof pin>>>;
/** The PINs of an order: never a PIN. */
export const pinsOf = (order: string) => c.list(pin, `from order_pins n where n.order_id = ${order}`, 'n.stop');

const scan = { stop: c.text('p.stop'), parcel: c.int('p.parcel') };
export type ScanRow = Row<ReturnType<typeof select<typeof scan>>>;
export const scansOf = (order: string) =>
  c.list(
    scan,
    `from (select distinct s.stop, s.parcel from proof_pieces s where s.order_id = ${order} and s.kind = 'scan'
       and (s.stop <> 'delivery' or o.corrected_at is null or s.received_at > o.corrected_at)) p`,
    'p.stop, p.parcel',
  );

const reasonColumns = {
  id: c.int('r.id'),
  code: c.text('r.code'),
  name: c.text('r.name'),
  party: c.oneOf(reasonParties, 'r.party'),
  stop: c.oneOf(reasonStops, 'r.stop'),
  rule: c.json(failureReason.shape.rule, 'r.rule'),
  customerText: c.text('r.customer_text'),
  active: c.bool('r.active'),
  version: c.int('r.version'),
};
const reasonRow = select(reasonColumns);
/** What a driver may say now, the most frequent first. */
export const activeReasons = c.list(reasonColumns, 'from failure_reasons r where r.active', 'r.uses desc, r.id');

export async function listReasons(ctx: AppContext): Promise<{ data: FailureReasonView[] }> {
  // Staff edit the list and see what was taken from it; a phone sees what it may say.
  const isOffice = isStaff(ctx.caller.user?.role) || ctx.caller.key !== undefined;
  const where = isOffice ? '' : 'where r.active';
  const order = isOffice ? 'r.id' : 'r.uses desc, r.id';
  return {
    data: await readRows(ctx.em, reasonRow, `select $columns from failure_reasons r ${where} order by ${order}`),
  };
}

export async function readReason(ctx: AppContext, id: number): Promise<FailureReasonView> {
  const row = await readRow(ctx.em, reasonRow, 'select $columns from failure_reasons r where r.id = ?', [id]);
  if (!row) throw notFound('Reason');
  return row;
}
