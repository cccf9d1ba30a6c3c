import { isDeepStrictEqual } from 'node:util';
import {
  amountOf,
  formatAmount,
  formatDecimal,
  isNothing,
  parseDecimal,
  unitsOf,
  writeDecimal,
} from '@quickfleet/shared/base/money/money';
import { writeIban } from '@quickfleet/shared/company/bank-account';
import { addressLines } from '@quickfleet/shared/company/billing/billing-terms';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { discountOffer } from '@quickfleet/shared/delivery/invoices/early-payment';
import { dueOf } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import {
  invoiceKindWords,
  type TaxCategory,
  taxCategories,
  taxReasons,
} from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { Buyer, InvoiceLine, Seller } from '@quickfleet/shared/delivery/invoices/invoices';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { earlyPaymentWords, linesOf, plainDayWords } from '../../../company/papers/money-words.ts';
import { aboutPaper } from '../../../company/papers/paper.ts';
import type { Sender } from '../../../company/papers/sheet.ts';
import { inPaperLanguage } from '../../../company/papers/words.ts';
import { logoForPrint } from '../../../company/settings/logo.ts';
import type { AppContext } from '../../../http/context.ts';
import type { About } from '../../../pdf/document.ts';
import { heavy } from '../../../process/heavy/heavy.ts';
import { paperKind } from '../../../process/heavy/kinds.ts';
import { sha256 } from '../../../security/secrets.ts';
import { Invoice, type InvoiceFileKind } from '../invoice.entity.ts';
import type { Issued } from './e-invoice.ts';
import { xmlProblems } from './e-invoice-rules.ts';
import type { InvoicePaper } from './invoice-paper.ts';
import { paymentCode, paymentLink } from './payment-code.ts';
import { slipOf } from './slip-of.ts';

const making = heavy<typeof import('./invoice-paper.ts')>(paperKind, new URL('./invoice-paper.ts', import.meta.url));

export interface NewFile {
  kind: InvoiceFileKind;
  bytes: Buffer;
  sha256: string;
}
/** What an invoice says, in words and in the values of the standard. */
interface Content {
  invoice: Invoice;
  number: string;
  issuedOn: string;
  due: string;
  preceding: Issued['preceding'];
}

/** Where somebody is; the country is written out, where the other one is in another. */
function place({ address, addressText }: Seller | Buyer, other: Seller | Buyer): string[] {
  if (address === null) return linesOf(addressText);
  const [street, town] = addressLines(address);
  const isAbroad = other.address !== null && other.address.country !== address.country;
  const country = isAbroad ? new Intl.DisplayNames(localeOf(language()), { type: 'region' }).of(address.country) : null;
  return [street, town, country].flatMap((line) => line ?? []);
}
const contact = ({ address, addressText }: Buyer): string[] => (address === null ? [] : linesOf(addressText));

function senderOf({ seller, buyer }: Pick<Invoice, 'seller' | 'buyer'>, logo: Sender['logo']): Sender {
  const { vatId, taxNumber, registerNumber, representedBy, phone, email } = seller;
  return {
    name: seller.name,
    logo,
    lines: [
      ...place(seller, buyer),
      ...[phone, email].flatMap((one) => one ?? []),
      ...(vatId === null ? [] : [t('VAT number: {number}', { number: vatId })]),
      ...(taxNumber === null ? [] : [t('Tax number: {number}', { number: taxNumber })]),
      ...[registerNumber, representedBy].flatMap((one) => one ?? []),
    ],
  };
}

/** '02.03.2026': a column has little room. */
const shortDay = (day: string): string =>
  new Intl.DateTimeFormat(localeOf(language()), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));

const taxWords = ({ taxes }: InvoiceLine): string =>
  taxes.map(({ label, rate }) => [label, `${writeDecimal(rate)} %`].filter(Boolean).join(' ')).join(', ');

/** When it is to be paid, and what is enough for paying early. */
function termsWords({ invoice, issuedOn, due }: Content): string | null {
  const { terms, dueOn, kind, currency } = invoice;
  if (kind === 'credit_note') return t('We set this off against what is open, or pay it back.');
  if (!dueOn) return null;
  const offer = discountOffer({ ...invoice, issuedOn, credited: '0', prepaid: invoice.paid });
  const discount =
    offer === null
      ? ''
      : earlyPaymentWords({
          ...{ percent: terms.discountPercent, until: offer.until, currency },
          enough: amountOf(unitsOf(due, currency) - offer.units, currency),
        });
  return [t('Payable by {day}.', { day: plainDayWords(dueOn) }), discount].filter(Boolean).join(' ');
}
/**
 * The same for programs, where the buyer is in Germany: below the words a line that XRechnung reads, of the amount due
 * (BR-DE-18). The line break after it belongs to it.
 */
function termsLines(content: Content): string | null {
  const { terms, buyer, kind } = content.invoice;
  const words = termsWords(content);
  const hasDiscount = kind === 'invoice' && terms.discountDays > 0 && !isNothing(terms.discountPercent);
  if (words === null || !hasDiscount || buyer.address?.country !== 'DE') return words;
  const percent = formatDecimal(parseDecimal(terms.discountPercent, 2), 2);
  return `${words}\n#SKONTO#TAGE=${terms.discountDays}#PROZENT=${percent}#\n`;
}

/** Why there is no tax, by category. */
function reasonsOf({ taxes, seller }: Invoice): Partial<Record<TaxCategory, string>> {
  const has = taxCategories.filter((category) => taxes.some((tax) => tax.category === category));
  return Object.fromEntries(
    has.flatMap((category) => {
      const words =
        category === 'E' && seller.isSmallBusiness ? t('No VAT is charged: small business') : taxReasons[category];
      return words === undefined ? [] : [[category, words]];
    }),
  );
}

function totalsOf({ invoice, due }: Content): InvoicePaper['totals'] {
  const { currency, net, taxes, gross, rounding, paid } = invoice;
  const words = (amount: string) => formatAmount(amount, currency, { isBare: true });
  const rows: [string, string][] = taxes
    .filter(({ amount, rate }) => rate !== '0' || !isNothing(amount))
    .map(({ label, rate, base, amount }) => [
      t('{tax} {rate} % on {net}', { tax: label ?? t('Tax'), rate: writeDecimal(rate), net: words(base) }),
      words(amount),
    ]);
  return [
    [t('Net'), words(net)],
    ...rows,
    [t('Gross'), words(gross)],
    ...(isNothing(rounding) ? [] : [[t('Rounding'), words(rounding)] as const]),
    ...(isNothing(paid) ? [] : [[t('Paid'), words(paid)] as const]),
    [t('Total {currency}', { currency }), words(due)],
  ];
}

/** What a phone reads to pay: a transfer, else a link. */
function codeOf(
  code: string | null,
  link: string | null,
  { transfer, amount }: { transfer: readonly string[]; amount: string },
): InvoicePaper['code'] {
  if (code !== null) return { text: code, caption: t('Scan to pay with your bank’s app'), lines: transfer };
  return link === null ? null : { text: link, caption: t('Pay {amount}', { amount }), lines: [link] };
}

function paperOf(content: Content, sender: Sender, { billing, quoting }: CompanySettings): InvoicePaper {
  const { qrIban } = billing;
  const { invoice, number, issuedOn, due, preceding } = content;
  const { buyer, seller, currency, kind } = invoice;
  const { servedFrom, servedTo } = invoice;
  const account = seller.iban === null ? null : writeIban(seller.iban);
  const isPayable = kind === 'invoice' && !isNothing(due) && !due.startsWith('-');
  const reference = t('Invoice {number}', { number });
  const code = isPayable
    ? paymentCode({ iban: seller.iban, bic: seller.bic, name: seller.name, amount: due, currency, reference })
    : null;
  const slip = isPayable ? slipOf({ id: invoice.id, seller, buyer, currency, due, qrIban, message: reference }) : null;
  const hasCode = code !== null || slip !== null || !isPayable;
  const link = hasCode ? null : paymentLink(quoting.defaultPaymentUrl, { number, due, currency });
  const transfer = [
    ...(account === null ? [] : [`IBAN ${account}`]),
    ...(seller.bic === null ? [] : [`BIC ${seller.bic}`]),
    ...(seller.bankName === null ? [] : [seller.bankName]),
    t('Reference: {reference}', { reference: number }),
  ];
  const terms = termsWords(content);
  const payment = [terms, ...(code === null && slip === null && account !== null && isPayable ? transfer : [])]
    .filter(Boolean)
    .join('\n');
  const reasons = Object.values(reasonsOf(invoice)).join('\n');
  const facts = [
    t('Date: {day}', { day: plainDayWords(issuedOn) }),
    ...(servedFrom && servedTo
      ? [
          servedFrom === servedTo
            ? t('Delivered: {day}', { day: plainDayWords(servedTo) })
            : t('Delivered: {from} to {to}', { from: plainDayWords(servedFrom), to: plainDayWords(servedTo) }),
        ]
      : []),
    ...(buyer.orderReference === null ? [] : [t('Your order: {reference}', { reference: buyer.orderReference })]),
    ...(buyer.buyerReference === null ? [] : [t('Your reference: {reference}', { reference: buyer.buyerReference })]),
    ...(preceding === null ? [] : [t('Credits invoice {number}', { number: preceding.number })]),
  ];
  return {
    head: { sender, kind: invoiceKindWords[kind], number, facts },
    blocks: [
      {
        caption: t('CUSTOMER'),
        lines: [
          buyer.name,
          ...contact(buyer),
          ...place(buyer, seller),
          ...(buyer.vatId === null ? [] : [t('VAT number: {number}', { number: buyer.vatId })]),
        ],
      },
    ],
    rows: invoice.lines.map((line) => [
      line.deliveredOn === null ? '' : shortDay(line.deliveredOn),
      [line.description, line.trackingNumber].filter(Boolean).join('\n'),
      writeDecimal(line.quantity),
      formatAmount(line.unitPrice, currency, { isBare: true, isUnitPrice: true }),
      taxWords(line),
      formatAmount(line.net, currency, { isBare: true }),
    ]),
    totals: totalsOf(content),
    currency,
    texts: [
      ...(reasons ? [{ caption: t('TAXES'), text: reasons }] : []),
      ...(payment ? [{ caption: t('PAYMENT'), text: payment }] : []),
      ...(invoice.creditReason ? [{ caption: t('REASON'), text: invoice.creditReason }] : []),
      ...(invoice.note ? [{ caption: t('NOTE'), text: invoice.note }] : []),
    ],
    code: codeOf(code, link, { transfer, amount: formatAmount(due, currency) }),
    slip,
    foot: [sender.name, number].join(' · '),
  };
}

function issuedOf(content: Content): Issued {
  const { invoice, number, issuedOn, due, preceding } = content;
  const { kind, currency, seller, buyer, taxes, net, tax, gross, rounding, paid, note } = invoice;
  return {
    ...{ kind, number, issuedOn, currency, seller, buyer, taxes, net, tax, gross, rounding, paid, due, preceding },
    dueOn: invoice.dueOn ?? null,
    servedFrom: invoice.servedFrom ?? null,
    servedTo: invoice.servedTo ?? null,
    lines: invoice.lines.map(({ gross: _, source: _source, ...line }) => line),
    // The library writes the reference to the invoice in UBL alone: the note says it in both.
    note: preceding
      ? [t('Credits invoice {number}', { number: preceding.number }), invoice.creditReason].filter(Boolean).join(': ')
      : (note ?? null),
    terms: termsLines(content),
    reasons: reasonsOf(invoice),
  };
}

async function precedingOf(ctx: AppContext, { creditOf }: Invoice): Promise<Issued['preceding']> {
  if (!creditOf) return null;
  const { number, issuedOn } = await ctx.em.findOneOrFail(Invoice, creditOf);
  return { number: number ?? '', issuedOn: issuedOn ?? '' };
}

/** All that the papers of an invoice are drawn from. */
export interface PaperOrder {
  language: Invoice['language'];
  about: About;
  paper: InvoicePaper;
  issued: Issued | null;
}
/** What the papers of an invoice that has its number say: its PDF, and where the standard allows it the XML. */
export async function paperOrderOf(ctx: AppContext, invoice: Invoice, settings: CompanySettings): Promise<PaperOrder> {
  const [number, issuedOn] = [invoice.number ?? '', invoice.issuedOn ?? ''];
  const due = dueOf({ ...invoice, credited: '0', discount: '0' }, invoice.currency);
  const content = { invoice, number, issuedOn, due, preceding: await precedingOf(ctx, invoice) };
  const logo = settings.look.logoUrl === null ? null : await logoForPrint(ctx.services);
  return inPaperLanguage(ctx, invoice.language, () => {
    const paper = paperOf(content, senderOf(invoice, logo), settings);
    const about = aboutPaper(ctx, `${paper.head.kind} ${number}`, invoice.seller.name);
    const issued = xmlProblems(invoice).length === 0 ? issuedOf(content) : null;
    return { language: invoice.language, about, paper, issued };
  });
}
/** Whether two orders give the same papers; the moment at which they were drawn does not count. */
export const isSamePaper = (one: PaperOrder, other: PaperOrder): boolean =>
  isDeepStrictEqual({ ...one, about: null }, { ...other, about: null });

/** Draws the papers: the PDF, and the XML in both syntaxes. */
export async function drawPapers(ctx: AppContext, { language: spoken, ...order }: PaperOrder): Promise<NewFile[]> {
  const made = await inPaperLanguage(ctx, spoken, () => making.run('makeInvoice', order));
  return (['pdf', 'cii', 'ubl'] as const).flatMap((kind) => {
    const text = made[kind];
    if (text === null) return [];
    const bytes = Buffer.from(text, 'base64');
    return [{ kind, bytes, sha256: sha256(bytes) }];
  });
}
