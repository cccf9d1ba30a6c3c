import { amountOf, divideRounded, formatDecimal, parseDecimal, unitsOf } from '../../base/money/money.ts';
import { type InvoiceTotals, invoiceTotals, keyOf, type NetLine, netOf, type TaxSum } from './invoice-totals.ts';

// What a credit note comes to that takes back a part of an invoice: all that is taken back after it, without what was
// before. So the notes of an invoice, however it is cut, come to what it comes to, and none loses or gains a cent.

type Line = NetLine & { id: number };
interface Credited<L extends Line> extends InvoiceTotals {
  lines: L[];
}
/** Quantities in thousandths, by the id of the line. */
type Quantities = ReadonlyMap<number, bigint>;

const sum = (amounts: readonly string[], currency: string): bigint =>
  amounts.reduce((all, amount) => all + unitsOf(amount, currency), 0n);
const quantityWords = (quantity: bigint): string => String(Number(formatDecimal(quantity, 3)));

/** The amount of a part of a line. */
function partOf(amount: string, part: bigint, whole: bigint, currency: string): bigint {
  const [of, all] = whole < 0n ? [-part, -whole] : [part, whole];
  return divideRounded(unitsOf(amount, currency) * of, all);
}

/** Lines of which so much is taken back. */
function linesWith<L extends Line>(lines: readonly L[], taken: Quantities, currency: string): L[] {
  return lines.flatMap((line) => {
    const quantity = taken.get(line.id) ?? 0n;
    if (quantity === 0n) return [];
    const amount = (of: string) => amountOf(partOf(of, quantity, parseDecimal(line.quantity, 3), currency), currency);
    const gross = line.gross === null ? null : amount(line.gross);
    return [{ ...line, quantity: quantityWords(quantity), net: amount(line.net), gross }];
  });
}

/** The price of one, where that of the line comes to another amount than this part of it. */
function priceOf({ unitPrice, quantity, net }: Line, currency: string): string {
  if (netOf({ quantity, unitPrice }, currency) === net) return unitPrice;
  const price = divideRounded(parseDecimal(net, 4) * 1000n, parseDecimal(quantity, 3));
  const exact = formatDecimal(price, 4);
  return price > 0n && netOf({ quantity, unitPrice: exact }, currency) === net ? exact : unitPrice;
}

/** What the next credit note says of an invoice: these parts of its lines, after those that earlier notes have. */
export function creditOf<L extends Line>(
  invoice: { lines: readonly L[]; currency: string },
  notes: readonly (InvoiceTotals & { lines: readonly Line[] })[],
  before: Quantities,
  parts: Quantities,
): Credited<L> {
  const { currency } = invoice;
  const after = new Map(before);
  for (const [id, quantity] of parts) after.set(id, (after.get(id) ?? 0n) + quantity);
  const all = linesWith(invoice.lines, after, currency);
  const lines = all.flatMap((line) => {
    const quantity = parts.get(line.id);
    if (quantity === undefined) return [];
    const earlier = notes.flatMap((note) => note.lines.filter(({ id }) => id === line.id));
    const less = (amount: string, was: readonly string[]) =>
      amountOf(unitsOf(amount, currency) - sum(was, currency), currency);
    const net = less(
      line.net,
      earlier.map((one) => one.net),
    );
    const gross =
      line.gross === null
        ? null
        : less(
            line.gross,
            earlier.map((one) => one.gross ?? '0'),
          );
    const part = { ...line, quantity: quantityWords(quantity), net, gross };
    return [{ ...part, unitPrice: priceOf(part, currency) }];
  });
  const totals = invoiceTotals(all, currency);
  const less = (of: (totals: InvoiceTotals) => string) =>
    amountOf(unitsOf(of(totals), currency) - sum(notes.map(of), currency), currency);
  const taxes = totals.taxes.flatMap((tax): TaxSum[] => {
    const was = notes.flatMap((note) => note.taxes.filter((one) => keyOf(one) === keyOf(tax)));
    const left = (of: 'base' | 'amount') =>
      unitsOf(tax[of], currency) -
      sum(
        was.map((one) => one[of]),
        currency,
      );
    const [base, amount] = [left('base'), left('amount')];
    const isHere = lines.some((line) => line.taxes.some((one) => keyOf(one) === keyOf(tax)));
    if (!isHere && base === 0n && amount === 0n) return [];
    return [{ ...tax, base: amountOf(base, currency), amount: amountOf(amount, currency) }];
  });
  return {
    ...{ lines, taxes, net: less((one) => one.net), tax: less((one) => one.tax) },
    ...{ gross: less((one) => one.gross), rounding: less((one) => one.rounding) },
  };
}
