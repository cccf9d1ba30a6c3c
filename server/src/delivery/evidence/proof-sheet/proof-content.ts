import type { Strokes } from '@quickfleet/shared/delivery/proof/strokes';

/** A stored picture, and when and where it was taken in words. */
export interface ProofPhoto {
  key: string;
  caption: string;
}
/** What happened at a step, with its photos. */
export interface ProofStep {
  title: string;
  /** '2 of 3, 1 damaged' */
  note: string;
  photos: readonly ProofPhoto[];
}
export interface ProofItem {
  /** '2 × Box of books' */
  title: string;
  note: string;
  steps: readonly ProofStep[];
}
export interface ProofSignature {
  title: string;
  name: string;
  caption: string;
  key: string;
  strokes: Strokes | null;
}
/** A proof in words: what is drawn knows nothing of orders. */
export interface Proof {
  company: string;
  phone: string;
  title: string;
  /** 'Delivered on Mar 2, 2026, 9:04 AM' */
  state: string;
  trackingNumber: string;
  facts: readonly [name: string, text: string][];
  attempts: readonly { title: string; lines: readonly string[]; photos: readonly ProofPhoto[] }[];
  items: readonly ProofItem[];
  signatures: readonly ProofSignature[];
  history: readonly { when: string; what: string; who: string }[];
  zone: string;
  printed: string;
  /** What ties the paper to the chain of the order's history. */
  seal: string;
}
export interface Jpeg {
  bytes: Buffer;
  width: number;
  height: number;
}
/** A picture for print, or why there is none: the store has it no more, or it cannot be read as a picture. */
export type LoadPhoto = (key: string) => Promise<Jpeg | 'gone' | 'damaged'>;
