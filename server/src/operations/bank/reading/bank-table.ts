import { mapFields } from '@quickfleet/shared/base/fields';
import { isNothing } from '@quickfleet/shared/base/money/money';
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
  reference: words(`verwendungszweck remittanceinformation paymentreference reference description details motif
    communication concepto mitteilung referenz memo libelle avisierungstext beschreibung beschreibung1 buchungstext1
    buchungstext`),
  account: words('account iban kontonummeriban ibanzahlungsbeteiligter accountiban counterpartyiban kontonummer'),
  credit: words('credit haben gutschrift gutschriftinchf abono ingreso paidin moneyin'),
  debit: words('debit soll belastung belastunginchf lastschrift lastschriftinchf cargo gasto paidout moneyout'),
  direction: words('direction sollhaben sh creditdebit crdr sens'),
};
/** Where a bank says that a booking is still to come: it comes again once it is booked. */
const stateHeads = words('status state info buchungsstatus umsatzstatus statut etat estado');
const PENDING = /^(?:umsatz )?(?:vorgemerkt|pending|en attente|pendiente)$/i;
const known = [...Object.values(heads).flat(), ...stateHeads];
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

/** Of several columns the one that says most: what was paid for, and not what kind of booking it is. */
const findHead = (plain: readonly string[], wanted: readonly string[]): number =>
  wanted.map((word) => plain.indexOf(word)).find((at) => at >= 0) ?? -1;
/** Where each field is: as somebody said, else by the heads. */
function columnsOf(found: readonly string[], mapping: BankMapping): Map<BankField, number> {
  const columns = new Map<BankField, number>();
  const plain = found.map(wordOf);
  for (const field of fieldNames) {
    const said = mapping[field];
    const at = said === undefined ? findHead(plain, heads[field]) : plain.indexOf(wordOf(said));
    if (said !== undefined && at < 0) throw unreadable(t('The file has no column “{name}”', { name: said }));
    if (at >= 0) columns.set(field, at);
  }
  if (!columns.has('bookedOn'))
    throw unreadable(t('Say which column has the day of the booking: {example}', { example: '{"…": "bookedOn"}' }));
  if (!['amount', 'credit'].some((field) => columns.has(field === 'amount' ? 'amount' : 'credit')))
    throw unreadable(t('Say which column has the amount: {example}', { example: '{"…": "amount"}' }));
  return columns;
}

/** The sign before the cents: what a file says of one of its amounts counts for '1.234' too. */
function decimalSignOf(cells: readonly string[]): ',' | '.' | null {
  const [commas, points] = [/,\d{1,2}\D*$/, /\.\d{1,2}\D*$/].map((end) => cells.some((cell) => end.test(cell)));
  if (commas === points) return null;
  return commas ? ',' : '.';
}
/** An amount with its sign before or after it, or in brackets. */
function signedAmount(cell: string, decimalSign: ',' | '.' | null): string | null {
  const text = cell.replaceAll(/[\s\u00a0\u202f]/g, '').replaceAll('\u2212', '-');
  if (text === '') return null;
  const isOut = /^-|-$|^\(.*\)$/.test(text) || /^[A-Z]{3}-/.test(text);
  const bare = text.replaceAll(/^\(|\)$/g, '').replaceAll(/[-+]/g, '');
  const [, thousands] = decimalSign === null ? [] : (/^\D*\d{1,3}(?:([.,])\d{3})+\D*$/.exec(bare) ?? []);
  const isWhole = thousands !== undefined && thousands !== decimalSign;
  const amount = amountOf(isWhole ? bare.replaceAll(thousands, '') : bare);
  if (!/^\d{1,15}(?:\.\d{1,5})?$/.test(amount)) throw new CellFault(t('Write the amount like 1234.50'));
  return isOut && /[1-9]/.test(amount) ? `-${amount}` : amount;
}
const opposite = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
const OUT = /^(?:s|d|db|dr|debit|soll|dbit)$/i;

interface Row {
  row: number;
  day: DayReadings;
  cells: Readonly<Record<BankField, string>>;
}
const movements = ['amount', 'credit', 'debit'] as const;
/** What came in, below zero for what went out; null where the row says nothing. A bank may write 0.00 on the other side. */
function movedIn({ row, cells }: Row, decimalSign: ',' | '.' | null): string | null {
  try {
    const [amount, credit, said] = movements.map((field) => signedAmount(cells[field], decimalSign));
    const debit = said == null || said.startsWith('-') ? said : opposite(said);
    const given = [amount, credit, debit].filter((one) => one != null);
    const moved = given.find((one) => !isNothing(one)) ?? given[0] ?? null;
    return moved !== null && OUT.test(cells.direction) && !moved.startsWith('-') ? opposite(moved) : moved;
  } catch (error) {
    if (!(error instanceof CellFault)) throw error;
    throw unreadable(t('Row {row}: {problem}', { row, problem: error.message }));
  }
}
function lineOf({ cells }: Row, amount: string): Omit<ReadLine, 'bookedOn'> {
  return {
    ...{ amount, currency: /^[A-Z]{3}$/.exec(cells.currency.toUpperCase())?.[0] ?? null, name: tidy(cells.name) },
    ...{ reference: tidy(cells.reference), account: referenceOf(cells.account), entryRef: null, paymentRef: null },
  };
}
/** What first and second part of the days must be; the day comes first where both fit. */
function dated(rows: readonly { day: DayReadings; line: Omit<ReadLine, 'bookedOn'> }[]): ReadLine[] {
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
  const stateAt = findHead(found.map(wordOf), stateHeads);
  const read: Row[] = [];
  for await (const { row, cells } of rows) {
    count();
    const cell = (field: BankField): string => cells[columns.get(field) ?? -1]?.trim() ?? '';
    const day = readDay(splitMoment(cell('bookedOn')).day ?? '');
    if ((day.dmy === null && day.mdy === null) || PENDING.test(cells[stateAt]?.trim() ?? '')) continue;
    read.push({ row, day, cells: mapFields(fieldNames, cell) });
  }
  const decimalSign = decimalSignOf(read.flatMap(({ cells }) => movements.map((field) => cells[field])));
  const lines = read.flatMap((one) => {
    const amount = movedIn(one, decimalSign);
    return amount === null ? [] : [{ day: one.day, line: lineOf(one, amount) }];
  });
  if (lines.length === 0) throw unreadable(t('The file has no row with a day and an amount'));
  return { format: 'csv', lines: dated(lines) };
}
