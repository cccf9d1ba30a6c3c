import { defineEntity, p } from '@mikro-orm/core';
import type { Contacts } from '@quickfleet/shared/base/contact/stop-person';
import type { Collect } from '@quickfleet/shared/base/money/collect-words';
import type { PayBy } from '@quickfleet/shared/base/money/pay-by';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import type { ShownEstimate } from '@quickfleet/shared/quoting/quote-page';
import type { QuoteOutcome, QuoteStatus } from '@quickfleet/shared/quoting/quote-status';
import type { SpeedType } from '@quickfleet/shared/quoting/speed';
import type { Language } from '@quickfleet/shared/words/languages';
import { key } from '../../db/base.ts';

/** A quote as its row and its items were when it was deleted. */
export interface DeletedContent extends Partial<Contacts> {
  customerId: number | null;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  customerCompany: string | null;
  pickupAddress: string;
  deliveryAddress: string;
  notes: string | null;
  /** Absent in what an earlier release deleted. */
  language?: Language | null;
  collect?: Collect | null;
  speedType: SpeedType;
  speedDate: string | null;
  /** Absent in what an earlier release has deleted. */
  wantedDay?: string | null;
  status: QuoteStatus;
  price: string | null;
  paymentUrl: string | null;
  createdAt: string;
  /** The columns of the agreement; absent in what an earlier release deleted. */
  agreement?: DeletedAgreement;
  version: number;
  /** Absent in what an earlier release deleted. */
  demands?: { weightKg: number | null; needs: string[] };
  /** Absent in what an earlier release deleted. */
  numbers?: DeletedNumbers;
  items: QuoteItemContent[];
}
export interface DeletedAgreement {
  /** Absent in what an earlier release deleted. */
  estimate?: ShownEstimate | null;
  reference: string | null;
  tokenHash: string | null;
  tokenSealed: string | null;
  formTokenHash?: string | null;
  lines: QuoteLine[] | null;
  pricesIncludeTax: boolean | null;
  taxTotal: string | null;
  currency: string | null;
  terms: string | null;
  validUntil: string | null;
  sentAt: string | null;
  revision: number;
  acceptedRevision: number | null;
  acceptedAt: string | null;
  paidAt: string | null;
  outcome: QuoteOutcome | null;
  outcomeReason: string | null;
  outcomeAt: string | null;
  views: number;
  lastViewedAt: string | null;
  endingRemindedAt: string | null;
  silenceRemindedAt: string | null;
  onAccount?: boolean;
  payBy?: PayBy | null;
}
export interface DeletedNumbers {
  externalId: string | null;
  externalScope: number | null;
  externalHash: string | null;
  metadata: Record<string, string> | null;
}
export interface QuoteItemContent {
  id: number;
  position: number;
  name: string;
  description: string | null;
  quantity: number;
  value: string | null;
  imageUrls: string[];
}

const DeletedQuoteSchema = defineEntity({
  name: 'DeletedQuote',
  tableName: 'deleted_quotes',
  properties: {
    /** The number that the quote had and gets back. */
    id: key.autoincrement(false),
    content: p.json<DeletedContent>(),
    deletedAt: p.datetime(3).index(),
  },
});
/**
 * A quote that can be restored for a while. It lies apart from the others, so that no list, count or search has to
 * leave it out.
 */
export class DeletedQuote extends DeletedQuoteSchema.class {}
DeletedQuoteSchema.setClass(DeletedQuote);
