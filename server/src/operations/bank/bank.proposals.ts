import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import type { BankLine } from '@quickfleet/shared/operations/bank-statements';
import type { OpenInvoice } from '../../delivery/invoices/invoices.queries.ts';
import { isSameName, namesNumber, nameWords, plainText } from './bank.words.ts';

/** What somebody said of who pays for whom. */
export interface Payer {
  payer: string;
  customerId: number;
  isWrong: boolean;
}
export interface ToPropose {
  id: number;
  bookedOn: string;
  amount: string;
  currency: string;
  name: string | null;
  reference: string | null;
  account: string | null;
  rejected: readonly number[];
}
type Proposal = NonNullable<BankLine['proposal']>;

/** By what somebody who pays is known: their account, and their name. */
export const payersOf = ({ account, name }: Pick<ToPropose, 'account' | 'name'>): string[] =>
  [plainText(account), nameWords(name).join(' ')].filter((payer) => payer !== '');

const FULL_TEXT = /[A-Za-z]|\d/;
/** Invoices by the pieces that their numbers are made of, so that a text is not compared with all of them. */
function byPieces(invoices: readonly OpenInvoice[]): Map<string, OpenInvoice[]> {
  const found = new Map<string, OpenInvoice[]>();
  for (const invoice of invoices) {
    const last = invoice.number.match(/\d+/g)?.at(-1) ?? invoice.number;
    found.set(last, [...(found.get(last) ?? []), invoice]);
  }
  return found;
}
const piecesIn = (text: string): Set<string> => {
  const runs = text.match(/\d+/g) ?? [];
  // A bank may leave out what stands between year and number: each end of a run can be the number.
  return new Set(
    runs.flatMap((run) => Array.from({ length: Math.min(run.length, 12) }, (_, at) => run.slice(-1 - at))),
  );
};

/** The proposals of lines, in their order; what one of them pays is paid for the next. */
export function proposalsFor(
  lines: readonly ToPropose[],
  invoices: readonly OpenInvoice[],
  payers: readonly Payer[],
): Map<number, Proposal> {
  /** What is enough within the days of a discount. */
  const early = new Map(
    invoices.flatMap(({ id, early: offer, currency }) => (offer ? [[id, unitsOf(offer.due, currency)]] : [])),
  );
  const left = new Map(invoices.map(({ id, due, currency }) => [id, unitsOf(due, currency)]));
  const pieces = byPieces(invoices);
  const slips = new Map(invoices.map((invoice) => [invoice.slip, invoice]));
  const said = new Map<string, Map<number, boolean>>();
  for (const { payer, customerId, isWrong } of payers)
    said.set(payer, (said.get(payer) ?? new Map<number, boolean>()).set(customerId, isWrong));
  const byCustomer = Map.groupBy(invoices, ({ customerId }) => customerId);

  const named = (text: string): OpenInvoice[] => {
    if (!FULL_TEXT.test(text)) return [];
    const near = [...piecesIn(text)].flatMap((piece) => pieces.get(piece) ?? []);
    const slip = [...text.replaceAll(/\s/g, '').matchAll(/(?<!\d)\d{27}(?!\d)/g)].flatMap(
      ([code]) => slips.get(code) ?? [],
    );
    return [...new Set([...slip, ...near.filter(({ number }) => namesNumber(text, number))])];
  };
  /** Whose invoices it can be for: as somebody said, else by the name. */
  const ofPayer = (line: ToPropose): readonly OpenInvoice[] => {
    // What is said of the account wins over what is said of the name.
    const known = new Map(
      payersOf(line)
        .toReversed()
        .flatMap((payer) => [...(said.get(payer) ?? [])]),
    );
    const right = [...known].filter(([, isWrong]) => !isWrong).map(([id]) => id);
    if (right.length > 0) return right.flatMap((id) => byCustomer.get(id) ?? []);
    return invoices.filter(
      ({ buyerName, customerId }) => isSameName(buyerName, line.name) && known.get(customerId ?? 0) !== true,
    );
  };

  const proposals = new Map<number, Proposal>();
  for (const line of lines) {
    const amount = unitsOf(line.amount, line.currency);
    if (amount <= 0n) continue;
    const fits = ({ id, currency }: OpenInvoice) => currency === line.currency && !line.rejected.includes(id);
    const isEarly = ({ early: offer }: OpenInvoice) => offer !== null && line.bookedOn <= offer.until;
    /** What is taken off of an invoice where this money came in time and is enough for it. */
    const discountFor = (invoice: OpenInvoice): bigint => {
      const [due, enough] = [left.get(invoice.id) ?? 0n, early.get(invoice.id)];
      return isEarly(invoice) && enough !== undefined && amount >= enough && amount < due ? due - amount : 0n;
    };
    const isExact = (invoice: OpenInvoice) =>
      left.get(invoice.id) === amount || (isEarly(invoice) && early.get(invoice.id) === amount);
    const isOpen = ({ id }: OpenInvoice) => (left.get(id) ?? 0n) > 0n;
    const byReference = named(line.reference ?? '').filter(fits);
    const exact = byReference.filter(isExact);
    const only = byReference.length === 1 ? exact[0] : undefined;
    const likely =
      only ?? exact[0] ?? byReference.find(isOpen) ?? byReference[0] ?? ofPayer(line).filter(fits).find(isExact);
    if (!likely) continue;
    const { id, number, buyerName, currency } = likely;
    const due = left.get(id) ?? 0n;
    const discount = discountFor(likely);
    const certainty = only ? 'sure' : 'likely';
    const amounts = { due: amountOf(due, currency), discount: amountOf(discount, currency) };
    proposals.set(line.id, { invoiceId: id, number, buyerName, ...amounts, certainty });
    left.set(id, due - amount - discount);
    const enough = early.get(id);
    if (enough !== undefined && isEarly(likely)) early.set(id, enough - amount);
  }
  return proposals;
}
