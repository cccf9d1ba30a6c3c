import { amountOf, decimalsOf } from '@quickfleet/shared/base/money/money';
import { addDays, nextMonth } from '@quickfleet/shared/base/time/zoned-time';
import type { Accounts } from '@quickfleet/shared/company/billing/accounting';
import { isInUnion } from '@quickfleet/shared/company/billing/billing-terms';
import { inLetters } from '../../company/papers/letters.ts';
import { DATEV_COLUMNS } from './datev-columns.ts';
import {
  type BookedPaper,
  type BookedPayment,
  moneyAccount,
  revenuesOf,
  signOf,
  taxesOf,
  totalOf,
} from './postings.ts';

// DATEV format, category 21 (Buchungsstapel), version 13: a header, the names of the columns, and a line a booking.
// https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel

/** Of what takes neither client nor consultant. */
const CONSULTANT = 1001;
const CLIENT = 1;

/** A text as the format writes it: in quotes, which it doubles, on one line, cut where the column ends. */
const quoted = (text: string, max: number): string =>
  `"${text.replaceAll(/\s+/g, ' ').trim().slice(0, max).replaceAll('"', '""')}"`;
const ddmm = (day: string): string => `${day.slice(8, 10)}${day.slice(5, 7)}`;
const plainDay = (day: string): string => day.replaceAll('-', '');
const germanDay = (day: string): string => `${ddmm(day)}${day.slice(0, 4)}`;
const NUMBER_MAX = 36;
const TEXT_MAX = 60;
/** Document numbers have these signs alone. */
const documentNumber = (number: string): string => quoted(number.replaceAll(/[^A-Za-z0-9$&%*+\-/]/g, '-'), NUMBER_MAX);

/** What a booking and the archive of the month call a paper by: made of its hash, so that it never changes. */
export const documentGuid = (hash: string): string =>
  [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`, hash.slice(20, 32)].join(
    '-',
  );

export interface BatchHead {
  month: string;
  accounts: Accounts;
  currency: string;
  isClosed: boolean;
  /** YYYYMMDDHHMMSSFFF. */
  madeAt: string;
}
/** The first day of the business year that the month is in. */
function yearOf(month: string, yearStart: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const start = number >= yearStart ? year : year - 1;
  return `${start}${String(yearStart).padStart(2, '0')}01`;
}
/** The two lines that every batch begins with. */
export function batchHead({ month, accounts, currency, isClosed, madeAt }: BatchHead): string[] {
  const { consultantNumber, clientNumber, yearStart, accountLength } = accounts;
  const fields = [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', 13, madeAt, '', '"QF"', '""', '""'],
    ...[consultantNumber ?? CONSULTANT, clientNumber ?? CLIENT, yearOf(month, yearStart), accountLength],
    ...[
      plainDay(`${month}-01`),
      plainDay(addDays(nextMonth(month), -1)),
      quoted(`QuickFleet ${month}`, 30),
      '""',
      1,
      0,
    ],
    ...[isClosed ? 1 : 0, quoted(currency, 3), '', '""', '', '', '""', '', '', '""', '""'],
  ];
  return [fields.join(';'), DATEV_COLUMNS.join(';')];
}

interface Booking {
  units: bigint;
  currency: string;
  account: string;
  contra: string;
  day: string;
  number: string;
  text: string;
  dueOn?: string | null;
  guid?: string;
  vatId?: string | null;
}
/** One booking: `account` gets the amount from `contra`, or gives it where the amount is below zero. */
function bookingLine(booking: Booking, isClosed: boolean): string {
  const { units, currency, account, contra, day, number, text, dueOn, guid, vatId } = booking;
  const amount = amountOf(units < 0n ? -units : units, currency);
  const [whole = '0', part = ''] = amount.split('.');
  const given: Readonly<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': `${whole},${part.padEnd(2, '0')}`,
    'Soll/Haben-Kennzeichen': units < 0n ? '"H"' : '"S"',
    'WKZ Umsatz': quoted(currency, 3),
    Konto: account,
    'Gegenkonto (ohne BU-Schlüssel)': contra,
    Belegdatum: ddmm(day),
    'Belegfeld 1': documentNumber(number),
    Buchungstext: quoted(text, TEXT_MAX),
    ...(guid && { Beleglink: `"BEDI ""${guid}"""` }),
    ...(vatId && { 'EU-Land u. UStID (Bestimmung)': quoted(vatId, 15) }),
    Festschreibung: isClosed ? '1' : '0',
    ...(dueOn && { Fälligkeit: germanDay(dueOn) }),
  };
  return DATEV_COLUMNS.map((name) => given[name] ?? '').join(';');
}

/** Whether an amount of this currency fits into the format, which has two decimals. */
export const fitsDatev = (currency: string): boolean => decimalsOf(currency) <= 2;

/**
 * The bookings of one paper. Where each line has one tax, a revenue account takes its gross amount, which is how DATEV's
 * own accounts reckon; else net and taxes are booked apart.
 */
export function paperLines(paper: BookedPaper, accounts: Accounts, isClosed: boolean): string[] {
  const { number, issuedOn, dueOn, buyer, buyerVatId, currency, lines } = paper;
  const sign = signOf(paper);
  const guid = documentGuid(paper.pdfHash);
  const about = { currency, account: accounts.receivables, day: issuedOn, number, text: buyer, dueOn, guid };
  const revenues = revenuesOf(paper, accounts);
  const taxes = taxesOf(paper, accounts);
  const isPlain = lines.every((line) => line.taxes.length <= 1);
  const vatIdOf = (category: string) =>
    (category === 'AE' || category === 'K') && buyerVatId && isInUnion(buyerVatId.slice(0, 2)) ? buyerVatId : null;
  const taxOf = (part: (typeof revenues)[number]): bigint =>
    isPlain
      ? taxes
          .filter(
            ({ label, category, rate }) => label === part.label && category === part.category && rate === part.rate,
          )
          .reduce((sum, { amount }) => sum + amount, 0n)
      : 0n;
  const booked = [
    ...revenues.map((part) => ({
      units: part.net + taxOf(part),
      contra: part.account,
      vatId: vatIdOf(part.category),
    })),
    ...(isPlain ? [] : taxes.map(({ amount, account }) => ({ units: amount, contra: account, vatId: null }))),
  ];
  // What was rounded, and whatever the parts leave to what the buyer owes.
  const rest = totalOf(paper) - booked.reduce((sum, { units }) => sum + units, 0n);
  return [...booked, { units: rest, contra: accounts.rounding, vatId: null }]
    .filter(({ units }) => units !== 0n)
    .map(({ units, contra, vatId }) => bookingLine({ ...about, units: sign * units, contra, vatId }, isClosed));
}

/** The booking of a payment. */
export const paymentLine = (payment: BookedPayment, units: bigint, accounts: Accounts, isClosed: boolean): string =>
  bookingLine(
    {
      units,
      currency: payment.currency,
      account: moneyAccount(payment, accounts),
      contra: accounts.receivables,
      day: payment.paidOn,
      number: payment.number,
      text: [payment.buyer, payment.reference].filter(Boolean).join(' '),
    },
    isClosed,
  );

const ANSI = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map((sign, byte) => [
    sign,
    byte,
  ]),
);
/** Text in the encoding of the format (Windows-1252). A sign that it lacks is '?'. */
export const inAnsi = (text: string): Buffer =>
  Buffer.from([...inLetters(text, (sign) => ANSI.has(sign), '?')].flatMap((sign) => ANSI.get(sign) ?? []));
