// Which proof a stop asks for, and what is missing of it: one reading for the phone, the office and the server, without
// a schema.

import { message, said, t } from '../../words/t.ts';
import type { Place } from './failure-words.ts';

export const photoDemands = ['none', 'one', 'each_item'] as const;
export const signatureDemands = ['required', 'optional', 'photo_instead'] as const;

export interface StopRules {
  photos: (typeof photoDemands)[number];
  signature: (typeof signatureDemands)[number];
  /** The PIN that was mailed to the recipient, or at the pickup to the sender. */
  pin: boolean;
  /** Every parcel's label is scanned. */
  scan: boolean;
  /** The customer allowed leaving it without a signature, with a photo. */
  leaveAtDoor: boolean;
  signerName: boolean;
  signerRelation: boolean;
  /** Where the phone was; never asked for otherwise. */
  position: boolean;
}
export type GivenStopRules = { [K in keyof StopRules]?: StopRules[K] | undefined };
export interface GivenRules {
  pickup?: GivenStopRules | undefined;
  delivery?: GivenStopRules | undefined;
}
export type ProofStop = 'pickup' | 'delivery';
export type ProofRules = Record<ProofStop, StopRules>;

/** As it is where nobody has said anything: the customer's signature moves the order, all else is free. */
export const defaultStopRules: StopRules = {
  photos: 'none',
  signature: 'required',
  pin: false,
  scan: false,
  leaveAtDoor: false,
  signerName: false,
  signerRelation: false,
  position: false,
};

const given = (levels: readonly (GivenRules | null | undefined)[], stop: ProofStop): GivenStopRules =>
  Object.assign(
    {},
    ...levels.map((level) =>
      Object.fromEntries(Object.entries(level?.[stop] ?? {}).filter(([, value]) => value !== undefined)),
    ),
  );

/** The explicit rules of each stop, from the company (first) to the order (last); a later level wins. */
export const explicitRules = (
  levels: readonly (GivenRules | null | undefined)[],
): Record<ProofStop, GivenStopRules> => ({
  pickup: given(levels, 'pickup'),
  delivery: given(levels, 'delivery'),
});
/** The same, with defaults for the rest. */
export const mergeRules = (levels: readonly (GivenRules | null | undefined)[]): ProofRules => {
  const explicit = explicitRules(levels);
  return {
    pickup: { ...defaultStopRules, ...withoutUndefined(explicit.pickup) },
    delivery: { ...defaultStopRules, ...withoutUndefined(explicit.delivery) },
  };
};
const withoutUndefined = (rules: GivenStopRules): Partial<StopRules> => rules as Partial<StopRules>;

export const proofKinds = [
  'photos',
  'signature',
  'pin',
  'scan',
  'signerName',
  'signerRelation',
  'position',
  'collect',
] as const;
export type ProofKind = (typeof proofKinds)[number];

/** The evidence of a stop so far. */
export interface GivenProof {
  /** Of the items that are handed over: how many photos each has. */
  itemPhotos: readonly number[];
  /** Photos of the stop itself. */
  photos: number;
  hasSignature: boolean;
  signerName: string | null;
  signerRelation: string | null;
  pinVerified: boolean;
  scanned: number;
  parcels: number;
  hasPosition: boolean;
  place: Place | null;
  /** Money is to be taken at this stop, and nobody has said what was. */
  isCollectDue: boolean;
}

const words: Readonly<Record<ProofKind, string>> = said({
  photos: message('a photo'),
  signature: message('the signature'),
  pin: message('the PIN'),
  scan: message('the scan of each parcel'),
  signerName: message('the name of who signed'),
  signerRelation: message('who they are to the recipient'),
  position: message('the position'),
  collect: message('what is to be collected'),
});

function lacksPhotos({ photos: demand }: GivenStopRules, proof: GivenProof): boolean {
  if (demand === 'each_item') return proof.itemPhotos.some((count) => count === 0);
  const all = proof.photos + proof.itemPhotos.reduce((sum, count) => sum + count, 0);
  return demand === 'one' && all === 0;
}

function lacksSignature(rules: GivenStopRules, proof: GivenProof): boolean {
  if (proof.hasSignature || rules.signature === undefined || rules.signature === 'optional') return false;
  const hasPhoto = proof.photos > 0 || proof.itemPhotos.some((count) => count > 0);
  const isLeft = proof.place !== null && proof.place !== 'recipient';
  if (hasPhoto && (rules.signature === 'photo_instead' || (rules.leaveAtDoor === true && isLeft))) return false;
  return true;
}

/** What a stop's rules ask for that is not there. A rule that nobody has said asks for nothing. */
export function missingProof(rules: GivenStopRules, proof: GivenProof): ProofKind[] {
  const missing: Record<ProofKind, boolean> = {
    photos: lacksPhotos(rules, proof),
    signature: lacksSignature(rules, proof),
    pin: rules.pin === true && !proof.pinVerified,
    scan: rules.scan === true && proof.scanned < proof.parcels,
    signerName: rules.signerName === true && proof.hasSignature && !proof.signerName,
    signerRelation: rules.signerRelation === true && proof.hasSignature && !proof.signerRelation,
    position: rules.position === true && !proof.hasPosition,
    collect: proof.isCollectDue,
  };
  return proofKinds.filter((kind) => missing[kind]);
}

const lead = () => `${t('Still missing:')} `;
const wordsOf = (kind: ProofKind, { photos }: GivenStopRules): string =>
  kind === 'photos' && photos === 'each_item' ? t('a photo of each item') : words[kind];
/** As a phrase within a sentence, for the phone and for refusals. */
export const sayMissing = (missing: readonly ProofKind[], rules: GivenStopRules): string =>
  lead() + missing.map((kind) => wordsOf(kind, rules)).join(', ');
/** The words of such a sentence about one kind, for a list. */
export const missingIn = (sentence: string): string => sentence.replace(lead(), '');
