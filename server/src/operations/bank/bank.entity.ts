import { defineEntity, p } from '@mikro-orm/core';
import { type BankFormat, bankFormats } from '@quickfleet/shared/operations/bank-statements';
import { amount, key, oneOf } from '../../db/base.ts';
import { InvoicePayment } from '../../delivery/invoices/invoice.entity.ts';
import { Customer } from '../../people/customers/customer.entity.ts';

const BankStatementSchema = defineEntity({
  name: 'BankStatement',
  tableName: 'bank_statements',
  properties: {
    id: key,
    fileName: p.text(),
    format: p.text().$type<BankFormat>().check(oneOf('format', bankFormats)),
    /** Of the file: the same one twice is one. */
    sha256: p.text().unique(),
    createdByName: p.text(),
    createdAt: p.datetime(3),
  },
});
/** A file of the bank. */
export class BankStatement extends BankStatementSchema.class {}
BankStatementSchema.setClass(BankStatement);

const BankLineSchema = defineEntity({
  name: 'BankLine',
  tableName: 'bank_lines',
  properties: {
    id: key,
    bookedOn: p.date(),
    /** Below zero for money that went out. */
    amount,
    currency: p.text(),
    name: p.text().nullable(),
    reference: p.text().nullable(),
    /** Of whoever paid. */
    account: p.text().nullable(),
    /** What the bank calls the booking, and the payment in it. */
    entryRef: p.text().nullable(),
    paymentRef: p.text().nullable(),
    isIgnored: p.boolean().default(false),
    /** Invoices that it is not for, as somebody said. */
    rejected: p.json<number[]>().defaultRaw(`'[]'`),
    /** Booked: the money of an invoice. */
    payment: () => p.manyToOne(InvoicePayment).nullable().deleteRule('set null').unique(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'bank_lines_same',
      expression: 'create index "bank_lines_same" on "bank_lines" ("booked_on", "amount", "currency")',
    },
    {
      name: 'bank_lines_entry',
      expression: `create index "bank_lines_entry" on "bank_lines" ("entry_ref") where entry_ref is not null`,
    },
  ],
});
/** Money that came or went: there once, in however many files the bank reports it. */
export class BankLine extends BankLineSchema.class {}
BankLineSchema.setClass(BankLine);

/** Which lines a file has. */
export const BankStatementLine = defineEntity({
  name: 'BankStatementLine',
  tableName: 'bank_statement_lines',
  properties: {
    statement: () => p.manyToOne(BankStatement).primary().deleteRule('cascade'),
    nth: p.integer().primary(),
    line: () => p.manyToOne(BankLine).deleteRule('cascade').index(),
  },
});

/** Who pays for which customer, as somebody said: by account, else by name. */
export const BankPayer = defineEntity({
  name: 'BankPayer',
  tableName: 'bank_payers',
  properties: {
    payer: p.text().primary(),
    customer: () => p.manyToOne(Customer).primary().deleteRule('cascade').index(),
    isWrong: p.boolean(),
  },
});
