// The proof that a stop asks for, and what of it is there: one reading for the server and the phone, without a schema.
import type { StopKind } from '../../base/time/day-rules.ts';
import { type GivenProof, missingProof } from '../../company/proof/proof-demands.ts';
import type { Order } from '../orders/orders.ts';
import type { StopNeed } from './stop-states.ts';

export const photoLists = { pickup: 'pickupImageUrls', delivery: 'deliveryImageUrls' } as const;

/** What is to be taken at the door of a delivery, while nobody has said what was. */
export const isCollectDue = ({
  collect = null,
  collected = null,
}: Partial<Pick<Order, 'collect' | 'collected'>>): boolean => collect !== null && collected === null;

/** What an order has as proof of one of its stops. */
export function proofAt(order: Order, kind: StopKind): GivenProof {
  const { proof, items, attempts, parcels } = order;
  const rules = proof[kind];
  const signature = kind === 'pickup' ? order.pickupSignature : order.deliverySignature;
  const made = attempts.filter((one) => one.stop === kind && one.outcome === 'done' && one.correctedAt === null);
  return {
    itemPhotos: items.map((item) => item[photoLists[kind]].length),
    photos: made.reduce((sum, { photoUrls }) => sum + photoUrls.length, 0),
    hasSignature: signature !== null,
    signerName: signature?.signerName ?? null,
    signerRelation: signature?.signerRelation ?? null,
    pinVerified: rules.pinVerified,
    scanned: rules.scanned.filter((parcel) => parcel <= parcels).length,
    parcels,
    hasPosition: true,
    place: made.at(-1)?.place ?? null,
    isCollectDue: kind === 'delivery' && isCollectDue(order),
  };
}

export interface Need {
  kind: StopNeed;
  isMet: boolean;
}
/** The proof that a stop's rules ask for, and whether it is there; `more` is what the server does not have yet. */
export function needsOf(order: Order, kind: StopKind, more: Partial<GivenProof> = {}): Need[] {
  const rules = order.proof[kind];
  const missing = missingProof(rules, { ...proofAt(order, kind), ...more });
  const needs: (Need & { isAsked: boolean })[] = [
    { kind: 'scan', isAsked: rules.scan, isMet: !missing.includes('scan') },
    { kind: 'photo', isAsked: rules.photos !== 'none', isMet: !missing.includes('photos') },
    { kind: 'pin', isAsked: rules.pin, isMet: !missing.includes('pin') },
    {
      kind: 'collect',
      isAsked: kind === 'delivery' && Boolean(order.collect),
      isMet: !missing.includes('collect'),
    },
    { kind: 'signature', isAsked: rules.signature !== 'optional', isMet: !missing.includes('signature') },
  ];
  return needs.filter(({ isAsked }) => isAsked).map(({ kind: need, isMet }) => ({ kind: need, isMet }));
}
