import type { BankFormat } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import { SaxesParser } from 'saxes';
import { unreadable } from '../../imports/reading/unreadable.ts';
import { isDay, type ReadLine, type ReadStatement, referenceOf, signed, tidy } from './bank-line.ts';

/** An element of an entry. */
interface Node {
  name: string;
  currency: string | null;
  text: string;
  children: Node[];
}
const DEPTH_MAX = 40;

const all = (node: Node, path: string): Node[] =>
  path
    .split('/')
    .reduce((nodes, name) => nodes.flatMap(({ children }) => children.filter((one) => one.name === name)), [node]);
const textAt = (node: Node, ...paths: readonly string[]): string | null => {
  for (const path of paths) {
    const text = tidy(all(node, path)[0]?.text);
    if (text !== null) return text;
  }
  return null;
};

const AMOUNT = /^\d{1,15}(?:\.\d{1,5})?$/;
interface Money {
  amount: string;
  currency: string | null;
}
const moneyIn = (node: Node | undefined): Money | null => {
  const amount = node?.text.trim().replace(/^\+/, '') ?? '';
  return AMOUNT.test(amount) ? { amount, currency: node?.currency ?? null } : null;
};

/** Who is on the other side: whoever paid, or for money that went out whoever got it. */
function partyOf(payment: Node, isOut: boolean): Pick<ReadLine, 'name' | 'account'> {
  const role = isOut ? 'Cdtr' : 'Dbtr';
  const at = (name: string) => [`RltdPties/${name}/Nm`, `RltdPties/${name}/Pty/Nm`];
  return {
    name: textAt(payment, ...at(role), ...at(`Ultmt${role}`)),
    account: textAt(payment, `RltdPties/${role}Acct/Id/IBAN`, `RltdPties/${role}Acct/Id/Othr/Id`),
  };
}

function wordsOf(payment: Node): string | null {
  const structured = [
    ...all(payment, 'RmtInf/Strd/CdtrRefInf/Ref'),
    ...all(payment, 'RmtInf/Strd/RfrdDocInf/Nb'),
    ...all(payment, 'RmtInf/Strd/AddtlRmtInf'),
  ];
  // A text that is longer than one element goes on in the next.
  const free = all(payment, 'RmtInf/Ustrd').map(({ text }) => text);
  const said = [...structured.map(({ text }) => text), ...free].join(' ');
  const endToEnd = referenceOf(textAt(payment, 'Refs/EndToEndId'));
  return tidy(endToEnd === null || said.includes(endToEnd) ? said : `${said} ${endToEnd}`);
}

function linesOf(entry: Node): ReadLine[] {
  const status = textAt(entry, 'Sts/Cd', 'Sts');
  const whole = moneyIn(all(entry, 'Amt')[0]);
  const bookedOn = (textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? '').slice(0, 10);
  if (status !== null && status !== 'BOOK') return [];
  if (whole === null || !isDay(bookedOn)) throw unreadable(t('A booking of this file has no amount or no day'));
  // The direction is that of the money here: a reversal of what came in says DBIT.
  const isOut = textAt(entry, 'CdtDbtInd') === 'DBIT';
  // Its parties are those of what is reversed.
  const isReversal = /^(?:true|1)$/.test(textAt(entry, 'RvslInd') ?? '');
  const entryRef = referenceOf(textAt(entry, 'AcctSvcrRef'));
  const payments = all(entry, 'NtryDtls/TxDtls');
  const line = (payment: Node | undefined, { amount, currency }: Money): ReadLine => {
    const own = payment && textAt(payment, 'CdtDbtInd');
    const goesOut = own == null ? isOut : own === 'DBIT';
    return {
      bookedOn,
      amount: signed(amount, goesOut),
      currency: currency ?? whole.currency,
      ...(payment ? partyOf(payment, goesOut !== isReversal) : { name: null, account: null }),
      reference:
        (payment && wordsOf(payment)) ?? textAt(payment ?? entry, 'AddtlTxInf') ?? textAt(entry, 'AddtlNtryInf'),
      entryRef,
      paymentRef: payment ? referenceOf(textAt(payment, 'Refs/AcctSvcrRef', 'Refs/TxId')) : null,
    };
  };
  const [first, second] = payments;
  if (first === undefined || second === undefined) return [line(first, whole)];
  const parts = payments.map((payment) => {
    const given = [all(payment, 'Amt')[0], all(payment, 'AmtDtls/TxAmt/Amt')[0]].map(moneyIn);
    return given.find((money) => money !== null && (money.currency ?? whole.currency) === whole.currency) ?? null;
  });
  // Where one of them does not say its amount, only the sum is known.
  return parts.includes(null)
    ? [line(undefined, whole)]
    : payments.flatMap((payment, at) => {
        const money = parts[at];
        return money ? [line(payment, money)] : [];
      });
}

const formats: Readonly<Record<string, BankFormat>> = {
  BkToCstmrStmt: 'camt.053',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
};

/**
 * The bookings of a camt.053 or camt.054. What is not booked yet is left out; entities and document types are refused.
 *
 * @param count called for every booking
 */
export async function readCamt(text: AsyncIterable<string>, count: () => void): Promise<ReadStatement> {
  const lines: ReadLine[] = [];
  const found: { format?: BankFormat | undefined; fault?: Error } = {};
  const path: Node[] = [];
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw unreadable(t('This is no file of a bank: it has a document type'));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length >= DEPTH_MAX) throw unreadable(t('This is no camt.053 and no camt.054'));
    const node = {
      name: name.slice(name.indexOf(':') + 1),
      currency: attributes['Ccy'] ?? null,
      text: '',
      children: [],
    };
    if (path.length === 1) found.format = formats[node.name];
    if (path.length === 1 && !found.format) throw unreadable(t('This is no camt.053 and no camt.054'));
    const parent = path.at(-1);
    // Nothing outside of the entries is kept.
    if (parent && path.some((one) => one.name === 'Ntry')) parent.children.push(node);
    path.push(node);
  });
  const add = (more: string) => {
    const node = path.at(-1);
    if (node) node.text += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const node = path.pop();
    if (node?.name !== 'Ntry') return;
    count();
    lines.push(...linesOf(node));
  });
  parser.on('error', (error) => {
    found.fault ??= error;
  });
  for await (const part of text) {
    parser.write(part);
    if (found.fault) break;
  }
  if (!found.fault) parser.close();
  const { format, fault } = found;
  if (fault || !format) throw unreadable(t('This XML is cut off or damaged. Download it from the bank again'));
  return { format, lines };
}
