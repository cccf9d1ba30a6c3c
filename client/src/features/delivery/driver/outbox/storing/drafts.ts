// The content of a dialog before it is saved. A phone may kill the page while its camera is open: text and photos are
// stored immediately, and the dialog comes back with them.

import type { AttemptStop, Place } from '@quickfleet/shared/company/failure-words';
import type { SignatureKind } from '@quickfleet/shared/delivery/order-status';
import type { Strokes } from '@quickfleet/shared/delivery/proof/strokes';
import { formatCount } from '../../../../../lib/words/format.ts';
import type { KeptPhoto, Stage } from './entries.ts';

export interface AttemptDraft {
  dialog: 'attempt';
  orderId: number;
  stop: AttemptStop;
  mode: 'failed' | 'done';
  arrivedAt: string;
  code: string;
  isPartial: boolean;
  results: { itemId: number; delivered: number; damaged: boolean }[];
  place: Place | null;
  signerName: string;
  noteCustomer: string;
  noteOffice: string;
  photos: KeptPhoto[];
}
export interface ItemDraft {
  dialog: 'item';
  orderId: number;
  itemId: number;
  name: string;
  description: string;
  quantity: string;
  /** Addresses of images that go with the save. */
  removed: string[];
  photos: KeptPhoto[];
}
/** An item that is being added. */
export interface NewItemDraft {
  dialog: 'newItem';
  orderId: number;
  name: string;
  description: string;
  quantity: string;
}
export interface SignatureDraft {
  dialog: 'signature';
  orderId: number;
  stage: Stage;
  name: string;
  relation: string;
  isTyped?: boolean;
  /** What is under review; without it the pad is open. */
  picture?: Blob;
  strokes?: Strokes;
}
/** The digits of a PIN that is not checked yet. */
export interface PinDraft {
  dialog: 'pin';
  orderId: number;
  stop: SignatureKind;
  pin: string;
}
export type Draft = AttemptDraft | ItemDraft | NewItemDraft | SignatureDraft | PinDraft;

export const draftKey = ({ orderId, dialog }: Pick<Draft, 'orderId' | 'dialog'>): string => `${orderId} ${dialog}`;

/** What would be lost with it, in words: '2 photos'. Undefined when it holds nothing that was made with care. */
export function describeDraft(draft: Draft): string | undefined {
  if (draft.dialog === 'newItem' || draft.dialog === 'pin') return undefined;
  if (draft.dialog === 'signature') return draft.picture || draft.strokes ? '1 signature' : undefined;
  if (draft.photos.length > 0) return formatCount(draft.photos.length, 'photo');
  const isTyped =
    draft.dialog === 'attempt' && `${draft.noteCustomer}${draft.noteOffice}${draft.signerName}`.trim() !== '';
  return isTyped ? 'what you typed' : undefined;
}
