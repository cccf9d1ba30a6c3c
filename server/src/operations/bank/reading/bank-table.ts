import { type DayReadings, readDay, splitMoment } from '@quickfleet/shared/base/time/written-days';
import type { BankField, BankMapping } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import { wordOf } from '../../imports/columns/imports.words.ts';
import { amountOf, CellFault } from '../../imports/imports.cells.ts';
import { openTable } from '../../imports/reading/table-file.ts';
import { unreadable } from '../../imports/reading/unreadable.ts';
import { type ReadLine, type ReadStatement, referenceOf, tidy } from './bank-line.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);
/** What banks call their columns, as `wordOf` gives it. */
const heads: Readonly<Record<BankField, readonly string[]>> = {
  bookedOn: words(`bookedon bookingdate date transactiondate postingdate completeddate buchungstag buchungsdatum buchung
    datum dateoperation datedoperation datecomptable datedecomptabilisation fechaoperacion fecha fechacontable valutadatum`),
  amount: words('amount betrag betrageur betragineur umsatz montant montanteur importe importeeur'),
  currency: words('currency wahrung waehrung devise divisa moneda'),
  name: words(`name payer counterparty debtor auftraggeber zahlungspflichtiger auftraggeberempfanger
    beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger namezahlungsbeteiligter zahlungspflichtiger
    nomdonneurdordre contrepartie emetteur ordenante nombre payee`),
  reference: words(`reference description details verwendungszweck buchungstext1 libelle motif communication concepto
    remittanceinformation paymentreference mitteilung referenz memo`),
  account: words('account iban kontonummeriban ibanzahlungsbeteiligter accountiban counterpartyiban kontonummer'),
  credit: words('credit haben gutschrift gutschriftinchf abono ingreso paidin moneyin'),
  debit: words('debit soll belastung belastunginchf cargo gasto paidout moneyout'),
  direction: words('direction sollhaben sh creditdebit crdr sens'),
};
const known = Object.values(heads).flat();
const fieldNames: readonly BankField[] = [
  'bookedOn',
  'amount',
  'currency',
  'name',
  'reference',
  'account',
  'credit',
  'debit',
  'direction',
];

/** Where each field is: as somebody said, else by the heads. */
function columnsOf(found: readonly string[], mapping: BankMapping): Map<BankField, number> {
  const columns = new Map<BankField, number>();
  const plain = found.map(wordOf);
  for (const field of fieldNames) {
    const said = mapping[field];
    const at =
      said === undefined ? plain.findIndex((word) => heads[field].includes(word)) : plain.indexOf(wordOf(said));
    if (said !== undefined && at < 0) throw unreadable(t('The file has no column “{name}”', { name: said }));
    if (at >= 0) columns.set(field, at);
  }
  if (!columns.has('bookedOn'))
    throw unreadable(t('Say which column has the day of the booking: {example}', { example: '{"…": "bookedOn"}' }));
  if (!['amount', 'credit'].some((field) => columns.has(field === 'amount' ? 'amount' : 'credit')))
    throw unreadable(t('Say which column has the amount: {example}', { example: '{"…": "amount"}' }));
  return columns;
}

/** An amount with its sign before or after it, or in brackets. */
function signedAmount(cell: string): string | null {
  const text = cell.replaceAll(/[\s\u00a0\u202f]/g, '').replaceAll('\u2212', '-');
  if (text === '') return null;
  const isOut = /^-|-$|^\(.*\)$/.test(text) || /^[A-Z]{3}-/.test(text);
  const amount = amountOf(text.replaceAll(/^\(|\)$/g, '').replaceAll(/[-+]/g, ''));
  if (!/^\d{1,15}(?:\.\d{1,5})?$/.test(amount)) throw new CellFault(t('Write the amount like 1234.50'));
  return isOut && /[1-9]/.test(amount) ? `-${amount}` : amount;
}
const opposite = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
const OUT = /^(?:s|d|db|dr|debit|soll|dbit)$/i;

interface Row {
  day: DayReadings;
  line: Omit<ReadLine, 'bookedOn'>;
}
/** What first and second part of the days must be; the day comes first where both fit. */
function dated(rows: readonly Row[]): ReadLine[] {
  const isMonthFirst = rows.some(({ day }) => day.dmy === null && day.mdy !== null);
  return rows.map(({ day, line }) => ({
    ...line,
    bookedOn: (isMonthFirst ? (day.mdy ?? day.dmy) : (day.dmy ?? day.mdy)) ?? '',
  }));
}

/**
 * The bookings of a table, CSV or Excel. Rows without a day or an amount are sums and remarks, and left out.
 *
 * @param count called for every row
 */
export async function readBankTable(
  path: string,
  size: number,
  mapping: BankMapping,
  count: () => void,
): Promise<ReadStatement> {
  const asked = Object.values(mapping).map(wordOf);
  const { heads: found, rows } = await openTable(path, size, { known: [...known, ...asked] });
  const columns = columnsOf(found, mapping);
  const read: Row[] = [];
  for await (const { row, cells } of rows) {
    count();
    const cell = (field: BankField): string => cells[columns.get(field) ?? -1]?.trim() ?? '';
    const day = readDay(splitMoment(cell('bookedOn')).day ?? '');
    if (day.dmy === null && day.mdy === null) continue;
    try {
      const credit = signedAmount(cell('amount')) ?? signedAmount(cell('credit'));
      const debit = credit === null ? signedAmount(cell('debit')) : null;
      const amount = credit ?? (debit === null ? null : debit.startsWith('-') ? debit : opposite(debit));
      if (amount === null) continue;
      const isOut = OUT.test(cell('direction')) && !amount.startsWith('-');
      const currency = /^[A-Z]{3}$/.exec(cell('currency').toUpperCase())?.[0] ?? null;
      const line = {
        ...{ amount: isOut ? opposite(amount) : amount, currency, name: tidy(cell('name')) },
        ...{
          reference: tidy(cell('reference')),
          account: referenceOf(cell('account')),
          entryRef: null,
          paymentRef: null,
        },
      };
      read.push({ day, line });
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      throw unreadable(t('Row {row}: {problem}', { row, problem: error.message }));
    }
  }
  if (read.length === 0) throw unreadable(t('The file has no row with a day and an amount'));
  return { format: 'csv', lines: dated(read) };
}
