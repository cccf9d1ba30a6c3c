import { defineEntity, p } from '@mikro-orm/core';
import type { Terms } from '@quickfleet/shared/company/billing/billing-terms';
import type { DiscountParts } from '@quickfleet/shared/delivery/invoices/early-payment';
import type { NetLine, TaxSum } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import {
  type InvoiceKind,
  type InvoiceState,
  invoiceKinds,
  invoiceStates,
} from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { Buyer, InvoiceLine, Seller, XmlSyntax } from '@quickfleet/shared/delivery/invoices/invoices';
import { type PaymentMethod, paymentMethods } from '@quickfleet/shared/delivery/orders/order-payment';
import type { Language } from '@quickfleet/shared/words/languages';
import { amount, key, oneOf, stamps } from '../../db/base.ts';

export const sourceKinds = ['order', 'charge', 'claim'] as const;
export type SourceKind = (typeof sourceKinds)[number];
/** A line as it is kept: with what was agreed for it, tax included, and what it is for. */
export type KeptLine = InvoiceLine & Pick<NetLine, 'gross'> & { source: { kind: SourceKind; id: number } | null };
export interface KeptReminder {
  step: number;
  at: string;
  fee: string;
}

const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  properties: {
    id: key,
    kind: p.text().$type<InvoiceKind>().check(oneOf('kind', invoiceKinds)),
    state: p.text().$type<InvoiceState>().check(oneOf('state', invoiceStates)),
    /** Given when it is issued, and never again. */
    number: p.text().nullable().unique(),
    series: p.text().nullable(),
    /** Without a reference: the law keeps invoices longer than customers stay. */
    customerId: p.integer().nullable().index(),
    /** The invoice that this one credits. */
    creditOf: p.integer().nullable().index(),
    creditReason: p.text().nullable(),
    buyer: p.json<Buyer>(),
    seller: p.json<Seller>(),
    language: p.text().$type<Language>(),
    terms: p.json<Terms>(),
    currency: p.text(),
    lines: p.json<KeptLine[]>(),
    taxes: p.json<TaxSum[]>(),
    net: amount,
    tax: amount,
    gross: amount,
    rounding: amount,
    paid: amount,
    credited: amount,
    /** Taken off for paying early: the sum of `invoice_discounts`. */
    discount: amount.defaultRaw('0'),
    reminders: p.json<KeptReminder[]>(),
    note: p.text().nullable(),
    issuedOn: p.date().nullable(),
    dueOn: p.date().nullable(),
    servedFrom: p.date().nullable(),
    servedTo: p.date().nullable(),
    sentAt: p.datetime(3).nullable(),
    pdfHash: p.text().nullable(),
    ...stamps,
  },
  indexes: [
    {
      name: 'invoices_newest',
      expression: 'create index "invoices_newest" on "invoices" ("created_at" desc, "id" desc)',
    },
    {
      name: 'invoices_issued',
      expression: `create index "invoices_issued" on "invoices" ("issued_on", "id") where state <> 'draft'`,
    },
    {
      name: 'invoices_open',
      expression: `create index "invoices_open" on "invoices" ("due_on") where state in ('issued', 'part_paid')`,
    },
  ],
});
/** An invoice or a credit note: a draft changes, and what is issued never does. */
export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice);

/** SQL: what is still to be paid of an invoice `i`. */
export const DUE = '(i.gross + i.rounding - i.paid - i.credited - i.discount)';
/** SQL: what came before it was issued, for which its paper does not ask. */
export const PREPAID =
  '(select coalesce(sum(p.amount), 0) from invoice_payments p where p.invoice_id = i.id and p.is_prepaid)';
/** SQL: what came within the days of its discount. */
export const PAID_EARLY = `(select coalesce(sum(p.amount), 0) from invoice_payments p
  where p.invoice_id = i.id and not p.is_prepaid
    and coalesce(p.came_on, p.paid_on) <= i.issued_on + (i.terms ->> 'discountDays')::int)`;

/** The last number of a series. */
export const InvoiceCounter = defineEntity({
  name: 'InvoiceCounter',
  tableName: 'invoice_counters',
  properties: { series: p.text().primary(), last: p.integer() },
});

/** What an invoice is for: nothing of it is on another. */
export const InvoiceSource = defineEntity({
  name: 'InvoiceSource',
  tableName: 'invoice_sources',
  properties: {
    kind: p.text().$type<SourceKind>().primary().check(oneOf('kind', sourceKinds)),
    sourceId: p.integer().primary(),
    invoice: () => p.manyToOne(Invoice).deleteRule('cascade').index(),
    /** Of an order: it waits for the invoice, and was this before. */
    isHeld: p.boolean().default(false),
    paymentBefore: p.text().nullable(),
    /** It is paid with the invoice. */
    isPaid: p.boolean().default(false),
  },
});

const InvoicePaymentSchema = defineEntity({
  name: 'InvoicePayment',
  tableName: 'invoice_payments',
  properties: {
    id: key,
    invoice: () => p.manyToOne(Invoice).deleteRule('cascade').index(),
    amount: amount.check('amount > 0'),
    /** The day on which it is booked. */
    paidOn: p.date(),
    /** The day on which it came, where it is booked later. */
    cameOn: p.date().nullable(),
    /** It came before the invoice was issued, whose paper asks for the rest. */
    isPrepaid: p.boolean().default(false),
    method: p.text().$type<PaymentMethod>().check(oneOf('method', paymentMethods)),
    reference: p.text().nullable(),
    /** Money that came for the quote before there was an invoice: it counts once. */
    paymentId: p.integer().nullable().unique(),
    /** The order at which it was noted: there it is taken back. */
    orderId: p.integer().nullable().index(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
  indexes: [{ name: 'invoice_payments_days', properties: ['paidOn', 'id'] }],
});
/** Money that came for an invoice. */
export class InvoicePayment extends InvoicePaymentSchema.class {}
InvoicePaymentSchema.setClass(InvoicePayment);

const InvoiceDiscountSchema = defineEntity({
  name: 'InvoiceDiscount',
  tableName: 'invoice_discounts',
  properties: {
    id: key,
    invoice: () => p.manyToOne(Invoice).deleteRule('cascade').index(),
    /** The payment that came to the rest; null for what a credit note changed of it. */
    payment: () => p.manyToOne(InvoicePayment).nullable().deleteRule('cascade').index(),
    takenOn: p.date(),
    /** With its tax; below zero for what is not taken off any more. */
    amount,
    net: amount,
    lines: p.json<DiscountParts['lines']>(),
    taxes: p.json<DiscountParts['taxes']>(),
    /** By the office, after its days. */
    isGranted: p.boolean().default(false),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
  indexes: [{ name: 'invoice_discounts_days', properties: ['takenOn', 'id'] }],
});
/** What was taken off an invoice for paying early, as it is booked. */
export class InvoiceDiscount extends InvoiceDiscountSchema.class {}
InvoiceDiscountSchema.setClass(InvoiceDiscount);

export type InvoiceFileKind = 'pdf' | XmlSyntax;
const InvoiceFileSchema = defineEntity({
  name: 'InvoiceFile',
  tableName: 'invoice_files',
  properties: {
    invoice: () => p.manyToOne(Invoice).primary().deleteRule('cascade'),
    kind: p.text().$type<InvoiceFileKind>().primary().check(`kind in ('pdf', 'cii', 'ubl')`),
    bytes: p.blob(),
    sha256: p.text(),
  },
});
/** An issued paper, byte for byte as its hash in the history says. */
export class InvoiceFile extends InvoiceFileSchema.class {}
InvoiceFileSchema.setClass(InvoiceFile);
