import { buffer } from 'node:stream/consumers';
import { type HourCycle, momentInWords } from '@quickfleet/shared/base/time/zoned-time';
import { actionWords, actorWords } from '@quickfleet/shared/company/history/history-words';
import { placeWords, stopNames } from '@quickfleet/shared/company/proof/failure-words';
import type { TimelineRow } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { language, type Message, message, said, t } from '@quickfleet/shared/words/t';
import { detailInWords } from '../../../company/history/detail-words.ts';
import { aboutPaper, type Paper, paperOf } from '../../../company/papers/paper.ts';
import { customerWords, dayWords, hoursWords, inPaperLanguage, zoneWords } from '../../../company/papers/words.ts';
import { logoForPrint } from '../../../company/settings/logo.ts';
import { jpegForPrint } from '../../../files/image.ts';
import { type AppContext, now } from '../../../http/context.ts';
import { DomainError } from '../../../http/errors.ts';
import { heavy } from '../../../process/heavy/heavy.ts';
import { paperKind } from '../../../process/heavy/kinds.ts';
import { reasonTextIn } from '../../attempts/attempt-words.ts';
import type { Piece } from '../evidence.queries.ts';
import type { Sealed } from '../seal.service.ts';
import type { LoadPhoto, Proof, ProofItem, ProofPhoto, ProofStep } from './proof-content.ts';

const drawing = heavy<typeof import('./proof-file.ts')>(paperKind, new URL('./proof-file.ts', import.meta.url));

/** 'staff' reads everything; 'customer' neither who of the company did what nor what the office noted. */
export type ProofReader = 'staff' | 'customer';

/** Of a photo in print: sharp on a third of a page, and some 60 kB. */
const PRINT_SIDE = 720;

export const loadForPrint =
  ({ services }: AppContext): LoadPhoto =>
  async (key) => {
    const file = await services.files.read(key);
    if (!file) return 'gone';
    const bytes = await buffer(file.stream);
    return jpegForPrint(bytes, PRINT_SIDE).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.reason !== 'NOT_AN_IMAGE') throw error;
      // One photo that the disk spoiled must not take the proof of all the others away.
      services.log.warn({ err: error, key }, 'a stored photo cannot be read');
      return 'damaged' as const;
    });
  };

/** How the company's clocks show a moment. */
interface Clocks {
  zone: string;
  hourCycle: HourCycle;
}
/** 'Mar 2, 2026, 9:04 AM EST' */
const moment = ({ zone, hourCycle }: Clocks, at: string): string => momentInWords(new Date(at), zone, hourCycle);
type Captured = Pick<Piece, 'takenAt' | 'receivedAt' | 'position' | 'clockOffBy' | 'isLate'>;

/** 'taken Mar 2, 2026, 9:04 AM EST, received Mar 2, 2026, 9:05 AM EST' */
export function whenWords(clocks: Clocks, takenAt: string | null, receivedAt: string | null): string {
  const received = receivedAt && t('received {time}', { time: moment(clocks, receivedAt) });
  return [takenAt && t('taken {time}', { time: moment(clocks, takenAt) }), received].filter(Boolean).join(', ');
}
const placeOf = ({ lat, lng, accuracy }: NonNullable<Piece['position']>): string =>
  `${lat.toFixed(5)}, ${lng.toFixed(5)}${accuracy === null ? '' : ` ± ${Math.round(accuracy)} m`}`;
/** When and where, with what makes either doubtful. */
const capture = (clocks: Clocks, piece: Captured): string =>
  [
    whenWords(clocks, piece.takenAt, piece.receivedAt),
    piece.position && t('at {place}', { place: placeOf(piece.position) }),
    piece.clockOffBy !== null &&
      t('the phone’s clock was off by {minutes} min', { minutes: Math.round(Math.abs(piece.clockOffBy) / 60) }),
    piece.isLate && t('arrived late'),
  ]
    .filter(Boolean)
    .join(' · ');

const photosIn = (pieces: readonly Piece[], clocks: Clocks): ProofPhoto[] =>
  pieces.filter(({ kind }) => kind === 'photo').map((piece) => ({ key: piece.key, caption: capture(clocks, piece) }));

function stepsOf(pieces: readonly Piece[], item: Order['items'][number] | undefined, clocks: Clocks): ProofStep[] {
  const of = (stage: Piece['stage']) =>
    photosIn(
      pieces.filter((piece) => piece.stage === stage),
      clocks,
    );
  const transit = of('transit');
  return [
    { title: t('Request'), note: '', photos: of('request') },
    { title: t('Pickup'), note: item?.isPickedUp ? t('picked up') : '', photos: of('pickup') },
    ...(transit.length > 0 ? [{ title: t('In transit'), note: '', photos: transit }] : []),
    { title: t('Delivery'), note: item?.isDelivered ? t('delivered') : '', photos: of('delivery') },
  ];
}

function itemsOf(order: Order, pieces: readonly Piece[], clocks: Clocks): ProofItem[] {
  const items = order.items.map((item) => ({
    title: `${item.quantity} × ${item.name}`,
    note: item.description ?? '',
    steps: stepsOf(
      pieces.filter(({ itemId }) => itemId === item.id),
      item,
      clocks,
    ),
  }));
  const known = new Set(order.items.map(({ id }) => id));
  const rest = pieces.filter(
    ({ kind, stage, itemId }) => kind === 'photo' && stage !== 'attempt' && (itemId === null || !known.has(itemId)),
  );
  return rest.length === 0
    ? items
    : [
        ...items,
        { title: t('Of no item'), note: t('Items that were removed'), steps: stepsOf(rest, undefined, clocks) },
      ];
}

const outcomeWords = said({ done: message('done'), partial: message('in part'), failed: message('failed') });
function attemptsIn(
  { attempts }: Order,
  pieces: readonly Piece[],
  reader: ProofReader,
  clocks: Clocks,
): Proof['attempts'] {
  return attempts.map((attempt) => {
    const { id, stop, number, outcome, reasonText, reasonName, place, items } = attempt;
    const reason = reader === 'staff' ? reasonName : reasonText && reasonTextIn(reasonText);
    const arrived = [
      attempt.arrivedAt && t('arrived {time}', { time: moment(clocks, attempt.arrivedAt) }),
      attempt.leftAt && t('left {time}', { time: moment(clocks, attempt.leftAt) }),
    ];
    return {
      title: `${stopNames[stop]}${number === null ? '' : `, ${t('attempt {number}', { number })}`}: ${outcomeWords[outcome]}${reason ? `, ${reason}` : ''}`,
      lines: [
        capture(clocks, { ...attempt, isLate: attempt.after !== null }),
        arrived.filter(Boolean).join(', '),
        place ? t('Left {place}', { place: placeWords[place] }) : '',
        attempt.signerName ? [attempt.signerName, attempt.signerRelation].filter(Boolean).join(', ') : '',
        ...items
          .filter(({ delivered, of, damaged }) => delivered < of || damaged)
          .map(({ name, delivered, of, damaged }) =>
            t('{name}: {count} of {all}{damaged, select, yes {, damaged} other {}}', {
              name,
              count: delivered,
              all: of,
              damaged: damaged ? 'yes' : 'no',
            }),
          ),
        attempt.noteCustomer ?? '',
        reader === 'staff' ? (attempt.noteOffice ?? '') : '',
        reader === 'staff' && attempt.overrideReason
          ? t('Proof waived: {reason}', { reason: attempt.overrideReason })
          : '',
      ].filter(Boolean),
      photos: photosIn(
        pieces.filter(({ attemptId }) => attemptId === id),
        clocks,
      ),
    };
  });
}

const roles = said({
  user: message('Office'),
  code: message('Driver'),
  key: message('System'),
  visitor: message('Customer'),
});
const roleOf = (kind: string): string =>
  kind === 'system' ? 'QuickFleet' : Object.hasOwn(roles, kind) ? roles[kind as keyof typeof roles] : '';
const told = (action: string, to: string | null): boolean =>
  to !== null ||
  /^(item\.(picked_up|in_transit|delivered)|signature\.|attempt\.|evidence\.late|order\.erased)/.test(action);

function historyOf(rows: readonly TimelineRow[], reader: ProofReader, clocks: Clocks): Proof['history'] {
  const isStaff = reader === 'staff';
  return rows
    .filter(({ line }) => isStaff || told(line.action, line.to))
    .map(({ line, detail, data }) => {
      const isTold = isStaff || /^(item|signature)\./.test(line.action);
      const words = isTold
        ? detailInWords(
            { detail: detail?.value ?? null, facts: data?.value },
            { BUSINESS_TIMEZONE: clocks.zone, hourCycle: clocks.hourCycle },
          )
        : null;
      const { kind, name } = line.actor;
      return {
        when: moment(clocks, line.occurredAt ?? line.at),
        what: [actionWords(line.action), words].filter(Boolean).join(': '),
        who: isStaff ? actorWords({ actor: name, actorKind: kind }) : roleOf(kind),
      };
    });
}

const titles = said<Order['status']>({
  pending: message('Record of an order'),
  assigned: message('Record of an order'),
  picked_up: message('Proof of pickup'),
  in_transit: message('Proof of pickup'),
  delivered: message('Proof of delivery'),
  cancelled: message('Record of an order'),
});
const states = said<Order['status']>({
  pending: message('Not picked up yet'),
  assigned: message('Not picked up yet'),
  picked_up: message('Picked up'),
  in_transit: message('Picked up, on the way'),
  delivered: message('delivered'),
  cancelled: message('Cancelled'),
});
function titleOf({ status, outcome, attempts }: Order): string {
  if (outcome === 'returned' || outcome === 'returning') return t('Record of a return');
  if (outcome === 'failed')
    return attempts.at(-1)?.stop === 'pickup' ? t('Record of a failed pickup') : t('Record of a failed delivery');
  return titles[status];
}
function stateOf({ status, deliveredAt, driver, outcome }: Order, clocks: Clocks): string {
  if (outcome === 'returned') return t('Returned to the sender');
  if (status === 'delivered' && deliveredAt) return t('Delivered on {time}', { time: moment(clocks, deliveredAt) });
  return [states[status], driver?.firstName && t('with {name}', { name: driver.firstName })].filter(Boolean).join(', ');
}

function factsOf(order: Order, clocks: Clocks): [string, string][] {
  const window = (value: Order['pickupWindow']) =>
    value
      ? `\n${dayWords(clocks.zone, new Date(value.from))}, ${hoursWords(value, clocks.zone, clocks.hourCycle)}`
      : '';
  const isCollected = orderFacts[order.status].isPickedUp;
  return [
    [isCollected ? t('Picked up from') : t('Pickup address'), order.pickupAddress + window(order.pickupWindow)],
    [
      order.status === 'delivered' ? t('Delivered to') : t('Delivery address'),
      order.deliveryAddress + window(order.deliveryWindow),
    ],
    [t('Customer'), customerWords(order)],
    [t('Carried by'), [order.driver?.firstName, order.driver?.lastName].filter(Boolean).join(' ')],
  ].filter((fact): fact is [string, string] => fact[1] !== '');
}

const signatureTitles: Record<'pickup' | 'delivery', Record<'customer' | 'driver', Message>> = {
  pickup: { customer: message('Pickup, signed'), driver: message('Pickup, signed by the driver') },
  delivery: { customer: message('Delivery, signed'), driver: message('Delivery, signed by the driver') },
};

/** An order and its evidence in words. */
export function describeProof(
  ctx: AppContext,
  order: Order,
  { chain, pieces, rows, company }: Sealed,
  reader: ProofReader,
): Proof {
  const { SUPPORT_PHONE: phone, BUSINESS_TIMEZONE: zone, hourCycle } = ctx.services.config;
  const clocks = { zone, hourCycle };
  const at = now(ctx);
  return {
    company,
    phone,
    title: titleOf(order),
    state: stateOf(order, clocks),
    trackingNumber: order.trackingNumber,
    facts: factsOf(order, clocks),
    attempts: attemptsIn(order, pieces, reader, clocks),
    items: itemsOf(order, pieces, clocks),
    signatures: pieces
      .filter(({ kind }) => kind === 'signature')
      .map((piece) => ({
        title: t(signatureTitles[piece.stage === 'pickup' ? 'pickup' : 'delivery'][piece.signer ?? 'customer']),
        name: piece.signerName ?? t('No name given'),
        caption: capture(clocks, piece),
        key: piece.key,
        strokes: piece.strokes ? JSON.parse(piece.strokes) : null,
      })),
    history: historyOf(rows, reader, clocks),
    zone: zoneWords(zone, at),
    printed: t('Made {time} from {count} linked lines of history', {
      time: moment(clocks, at.toISOString()),
      count: chain.length,
    }),
    seal: t('Last line {hash}', { hash: chain.head }),
  };
}

/** The proof of an order as a PDF file. */
export const printProof = (ctx: AppContext, order: Order, sealed: Sealed, reader: ProofReader): Promise<Paper> =>
  inPaperLanguage(ctx, reader === 'customer' ? order.language : language(), () =>
    proofPaper(ctx, order, sealed, reader),
  );

async function proofPaper(ctx: AppContext, order: Order, sealed: Sealed, reader: ProofReader): Promise<Paper> {
  const proof = describeProof(ctx, order, sealed, reader);
  const about = aboutPaper(ctx, `${proof.title} ${order.trackingNumber}`, proof.company);
  const logo = await logoForPrint(ctx.services);
  return paperOf(ctx, `proof-${order.trackingNumber}.pdf`, (to) =>
    drawing.write('drawProofFile', { about, proof, logo }, { ...to, answer: loadForPrint(ctx) }),
  );
}
