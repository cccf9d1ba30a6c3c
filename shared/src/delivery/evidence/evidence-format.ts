// What an evidence pack holds, as docs/evidence.md describes it; without zod, for the page that checks one.

/** Names of the files in an evidence pack. */
export const packFiles = {
  paper: 'proof.pdf',
  timeline: 'timeline.json',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  originals: 'files/',
} as const;
/** Where a company's public keys are. */
export const KEYS_PATH = '/.well-known/quickfleet-keys.json';
export const PACK_FORMAT = 'quickfleet-evidence-1';
export const TIMELINE_FORMAT = 'quickfleet-timeline-1';
/** The previous hash of the first line of a history. */
export const FIRST_PREV = '0'.repeat(64);

/** A public key of the company (RFC 8037), with the times between which it signed. */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  /** The key's thumbprint (RFC 7638). */
  kid: string;
  /** Its 32 bytes in base64url. */
  x: string;
  created: string;
  retired: string | null;
}
export interface KeyDocument {
  keys: PublicKey[];
}

export const pieceKinds = ['photo', 'signature', 'strokes'] as const;
export type PieceKind = (typeof pieceKinds)[number];
/** Why a file that the history names is not in the pack. */
export const absentReasons = ['erased', 'expired', 'removed', 'missing'] as const;
export type AbsentReason = (typeof absentReasons)[number];

export interface PackManifest {
  format: typeof PACK_FORMAT;
  created: string;
  company: string;
  order: { id: number; trackingNumber: string };
  chain: { first: number; before: string; length: number; head: string };
  key: { kty: 'OKP'; crv: 'Ed25519'; kid: string; x: string };
  files: {
    name: string;
    size: number;
    sha256: string;
    kind: 'paper' | 'timeline' | PieceKind;
    /** The marks of its blocks (pack-blocks.ts); packs of the first release have none. */
    blocks?: string;
  }[];
  absent: { sha256: string; reason: AbsentReason }[];
}
/** What of a line is hashed, in the words of docs/evidence.md. */
export interface ChainedLine {
  action: string;
  actor: { id: number | null; kind: string; name: string };
  at: string;
  data: string | null;
  detail: string | null;
  files: string[];
  from: string | null;
  occurredAt: string | null;
  order: number;
  prev: string;
  seq: number;
  to: string | null;
}
/** Words or facts with the salt under which a line holds their hash; absent when there are none or they were erased. */
export interface Content<T> {
  salt: string;
  value: T;
}
export interface TimelineRow {
  line: ChainedLine;
  hash: string;
  detail?: Content<string>;
  data?: Content<unknown>;
}
