import { defineEntity, p } from '@mikro-orm/core';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import type { Collect } from '@quickfleet/shared/base/money/collect-words';
import { type PayBy, payWays } from '@quickfleet/shared/base/money/pay-by';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import type { PromiseKind } from '@quickfleet/shared/quoting/due-times';
import type { ShownEstimate } from '@quickfleet/shared/quoting/quote-page';
import {
  findQuoteMove,
  type QuoteMove,
  type QuoteOutcome,
  type QuoteStatus,
  quoteStatuses,
} from '@quickfleet/shared/quoting/quote-status';
import { quoteWords } from '@quickfleet/shared/quoting/quote-words';
import type { SpeedType } from '@quickfleet/shared/quoting/speed';
import type { Language } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { amount, formerSearch, key, ownNumbers, ownNumbersIndexes, stamps } from '../../db/base.ts';
import { searchedBy, searchIndex, wordlessIndex, words } from '../../db/schema/search-index.ts';
import { conflict } from '../../http/errors.ts';
import { Customer } from '../../people/customers/customer.entity.ts';

const QuoteSchema = defineEntity({
  name: 'Quote',
  tableName: 'quotes',
  hooks: searchedBy('quotes'),
  properties: {
    id: key,
    customer: () => p.manyToOne(Customer).nullable().deleteRule('set null').index(),
    // The contact as it was given: a later visitor with the same address changes nothing here.
    customerName: p.text(),
    customerEmail: p.text(),
    customerPhone: p.text().nullable(),
    customerCompany: p.text().nullable(),
    /** What the customer is written to in; null is the company's. */
    language: p.text().$type<Language>().nullable(),
    pickupAddress: p.text(),
    deliveryAddress: p.text(),
    /** Who is at a stop; null is the customer. */
    pickupContact: p.json<StopContact>().nullable(),
    deliveryContact: p.json<StopContact>().nullable(),
    /** Of an earlier release; no longer written. */
    contactSearch: p.text().nullable().lazy().hidden(),
    weightKg: p.decimal('number').columnType('numeric(9,3)').nullable(),
    /** What its driver must be able to do, in words of the company's list. */
    needs: p.json<string[]>().defaultRaw(`'[]'`),
    notes: p.text().nullable(),
    /** What the driver takes at the door. */
    collect: p.json<Collect>().nullable(),
    speedType: p.text().$type<SpeedType>(),
    speedDate: p.date().nullable(),
    /** What a `today` means, since it was asked for. */
    wantedDay: p.date().nullable(),
    status: p
      .text()
      .$type<QuoteStatus>()
      .check(`status in (${quoteStatuses.map((status) => `'${status}'`).join(', ')})`),
    /** What the form showed the visitor for the request, computed here when it came. */
    estimate: p.json<ShownEstimate>().nullable(),
    price: amount.nullable(),
    paymentUrl: p.text().nullable(),
    /** null: as the customer is trusted, by link or on account. */
    payBy: p
      .text()
      .$type<PayBy>()
      .nullable()
      .check(`pay_by in (${payWays.map((way) => `'${way}'`).join(', ')})`),
    /** How customers name it; the database makes it. */
    reference: p.text().nullable().defaultRaw('new_quote_reference()'),
    /** The link of the customer's page: a hash to look its token up by, and the token sealed for staff and mails. */
    tokenHash: p.text().nullable().unique('quotes_token_hash_unique').hidden(),
    tokenSealed: p.text().nullable().hidden(),
    /** The link returned to the sender of the form: different from the mails' (decision 045). */
    formTokenHash: p.text().nullable().hidden(),
    /** What the price is made of; null for one that was set as a price alone by an earlier release. */
    lines: p.json<QuoteLine[]>().nullable(),
    pricesIncludeTax: p.boolean().nullable(),
    taxTotal: amount.nullable(),
    currency: p.text().nullable(),
    terms: p.text().nullable(),
    /** The last day on which the customer may accept; null means no end. */
    validUntil: p.date().nullable(),
    sentAt: p.datetime(3).nullable(),
    /** Counts what the customer was shown. */
    revision: p.integer().default(0),
    /** The one that the customer agreed to, or staff in their stead. */
    acceptedRevision: p.integer().nullable(),
    acceptedAt: p.datetime(3).nullable(),
    paidAt: p.datetime(3).nullable(),
    /** Kept by a job too, some moments after the time is over (quotes.outcome.ts). */
    outcome: p.text().$type<QuoteOutcome>().nullable(),
    outcomeReason: p.text().nullable(),
    outcomeAt: p.datetime(3).nullable(),
    views: p.integer().default(0),
    lastViewedAt: p.datetime(3).nullable(),
    endingRemindedAt: p.datetime(3).nullable(),
    silenceRemindedAt: p.datetime(3).nullable(),
    /** Its customer pays on account: no link is needed, and it is converted once it is accepted. */
    onAccount: p.boolean().default(false),
    /** Until when its customer was promised what they wait for; of several promises the first (quotes.promises.ts). */
    dueAt: p.datetime(3).nullable(),
    dueKind: p.text().$type<PromiseKind>().nullable(),
    words,
    search: formerSearch('(id)::text', 'pickup_address', 'delivery_address', 'customer_name', 'customer_email'),
    ...ownNumbers,
    items: () => p.oneToMany(QuoteItem).mappedBy('quote').orphanRemoval().orderBy({ position: 'asc' }),
    ...stamps,
  },
  indexes: [
    { name: 'quotes_newest', expression: 'create index "quotes_newest" on "quotes" ("created_at" desc, "id" desc)' },
    {
      name: 'quotes_of_status',
      expression: 'create index "quotes_of_status" on "quotes" ("status", "created_at" desc, "id" desc)',
    },
    {
      name: 'quotes_of_email',
      expression: 'create index "quotes_of_email" on "quotes" (lower("customer_email"), "created_at" desc, "id" desc)',
    },
    { name: 'quotes_changed', expression: 'create index "quotes_changed" on "quotes" ("updated_at" desc, "id" desc)' },
    {
      name: 'quotes_by_price',
      expression: 'create index "quotes_by_price" on "quotes" ("price" desc nulls last, "id" desc)',
    },
    { name: 'quotes_reference_unique', properties: ['reference'] },
    {
      name: 'quotes_of_outcome',
      expression:
        'create index "quotes_of_outcome" on "quotes" ("outcome", "created_at" desc, "id" desc) where outcome is not null',
    },
    {
      name: 'quotes_ending',
      expression: `create index "quotes_ending" on "quotes" ("valid_until") where status = 'sent' and outcome is null`,
    },
    {
      name: 'quotes_form_token',
      expression: 'create unique index "quotes_form_token" on "quotes" ("form_token_hash")',
    },
    {
      name: 'quotes_unseen',
      expression: `create index "quotes_unseen" on "quotes" ("created_at" desc, "id" desc) where status = 'sent' and outcome is null and views = 0`,
    },
    {
      name: 'quotes_seen',
      expression: 'create index "quotes_seen" on "quotes" ("last_viewed_at" desc nulls last, "id" desc)',
    },
    { name: 'quotes_due', expression: 'create index "quotes_due" on "quotes" ("due_at", "id" desc)' },
    searchIndex('quotes'),
    wordlessIndex('quotes'),
    ...ownNumbersIndexes('quotes'),
  ],
});
/** A customer's question what a delivery costs, and the answer. */
export class Quote extends QuoteSchema.class {
  /** The only place where a quote changes its state. */
  moveTo(to: QuoteStatus, via: QuoteMove['via'] = 'status'): QuoteMove {
    const move = findQuoteMove(this.status, to);
    if (this.status === 'converted')
      throw conflict('QUOTE_ALREADY_CONVERTED', t('This quote has already been converted to an order'));
    if (!move)
      throw conflict(
        'QUOTE_MOVE_NOT_ALLOWED',
        t('A {status} quote cannot become {to}', { status: quoteWords[this.status], to: quoteWords[to] }),
      );
    if (move.via !== via)
      throw conflict(
        'QUOTE_MOVE_NOT_ALLOWED',
        t('A {status} quote becomes {to} by converting it to an order', {
          status: quoteWords[this.status],
          to: quoteWords[to],
        }),
      );
    // Money that has come, or that is not waited for, needs no link any more.
    const needsLink = this.isPaidByLink() && to !== 'paid' && to !== 'converted';
    if (move.condition === 'priced' && (!this.price || (needsLink && !this.paymentUrl))) {
      throw conflict('QUOTE_NOT_PRICED', t('Set a price and a payment link first'));
    }
    this.status = to;
    return move;
  }
  /** How its customer pays: as it was said, else as they are trusted. */
  wayToPay(): PayBy {
    return this.payBy ?? (this.onAccount ? 'account' : 'link');
  }
  isPaidByLink(): boolean {
    return this.wayToPay() === 'link';
  }
  /** Whether its customer can be asked for the price. */
  isPayable(): boolean {
    return Boolean(this.price) && (Boolean(this.paymentUrl) || !this.isPaidByLink());
  }
  /** What was agreed has changed: it is to be agreed to once more. */
  offerAgain(): void {
    if (this.status === 'accepted') this.status = 'sent';
    this.acceptedRevision = null;
    this.acceptedAt = null;
  }
  /** It was not paid after all. Answers the state that it had before. */
  unpay(): QuoteStatus {
    if (this.status !== 'paid') return this.status;
    this.status = this.acceptedAt ? 'accepted' : 'sent';
    this.paidAt = null;
    return this.status;
  }
  /** The order is gone: the quote can be converted once more. */
  reopen(): void {
    if (this.status === 'converted') this.status = 'paid';
  }
}
QuoteSchema.setClass(Quote);

const QuoteItemSchema = defineEntity({
  name: 'QuoteItem',
  tableName: 'quote_items',
  properties: {
    id: key,
    quote: () => p.manyToOne(Quote).deleteRule('cascade').index(),
    position: p.integer(),
    name: p.text(),
    description: p.text().nullable(),
    quantity: p.integer().check('quantity >= 1'),
    value: amount.nullable(),
    imageUrls: p.json<string[]>().defaultRaw(`'[]'`),
  },
});
export class QuoteItem extends QuoteItemSchema.class {}
QuoteItemSchema.setClass(QuoteItem);
