import { z } from 'zod';
import { taxRate, unitPrice } from '../../base/money/quote-lines.ts';
import {
  currencyOut,
  day,
  id,
  money,
  moneyOut,
  optionalText,
  pageInput,
  rowId,
  rowVersion,
  search,
  seenVersion,
  text,
  textOrNull,
  timestamp,
} from '../../base/primitives.ts';
import { cursorPageOf } from '../../base/sync.ts';
import { postalAddressOut } from '../../company/billing/billing-terms.ts';
import { example } from '../../examples.ts';
import { NAME_MAX, NOTES_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { paymentMethods } from '../orders/order-payment.ts';
import { isTaxed } from './invoice-totals.ts';
import { invoiceKinds, invoiceStates, taxCategories } from './invoice-words.ts';

/** Lines of one invoice, and invoices of one run. */
export const INVOICE_LINES_MAX = 1000;
const RUN_CUSTOMERS_MAX = 500;

const dayOrNull = z.string().nullable().meta({ format: 'date', example: example.day });
const taxOut = {
  label: textOrNull.meta({ description: 'Of a tax that has a name', example: null }),
  rate: z.string().meta({ description: 'Percent', example: '19' }),
  category: z.enum(taxCategories).meta({
    description:
      'By EN 16931: S with tax, Z zero rate, E exempt, AE reverse charge, K within the Union, G export, O outside of VAT',
    example: 'S',
  }),
};
export const invoiceLineOut = z.object({
  id: z.int().meta({ description: 'Of the line in its invoice', example: 1 }),
  orderId: rowId.nullable(),
  trackingNumber: textOrNull.meta({ example: example.trackingNumber }),
  deliveredOn: dayOrNull,
  description: z.string().meta({ example: 'Delivery to Shelbyville' }),
  quantity: z.string().meta({ description: 'Below zero for what is taken off', example: '1' }),
  unit: z.string().meta({ description: 'UN/ECE Rec. 20', example: 'C62' }),
  unitPrice: moneyOut.meta({ description: 'Without tax' }),
  net: moneyOut,
  taxes: z.array(z.object(taxOut)),
});
export type InvoiceLine = z.infer<typeof invoiceLineOut>;

export const partyOut = z.object({
  name: z.string().meta({ example: example.company }),
  address: postalAddressOut.nullable(),
  addressText: textOrNull.meta({ description: 'As it is written where it is not in parts', example: null }),
  email: textOrNull.meta({ example: example.email }),
  phone: textOrNull.meta({ example: example.phone }),
  vatId: textOrNull.meta({ example: 'DE123456789' }),
  taxNumber: textOrNull.meta({ example: null }),
  registerNumber: textOrNull.meta({ example: null }),
  electronicAddress: textOrNull.meta({ description: 'Scheme and address', example: '9930:DE123456789' }),
});
export type Party = z.infer<typeof partyOut>;
export const buyerOut = partyOut.extend({
  buyerReference: textOrNull.meta({ description: 'Leitweg-ID', example: null }),
  orderReference: textOrNull.meta({ example: null }),
});
export type Buyer = z.infer<typeof buyerOut>;
export const sellerOut = partyOut.extend({
  representedBy: textOrNull.meta({ example: null }),
  iban: textOrNull.meta({ description: 'Without spaces', example: 'DE89370400440532013000' }),
  bic: textOrNull.meta({ example: null }),
  bankName: textOrNull.meta({ example: null }),
  isSmallBusiness: z.boolean().meta({ example: false }),
});
export type Seller = z.infer<typeof sellerOut>;

export const invoicePaymentOut = z.object({
  id: rowId,
  amount: moneyOut,
  paidOn: z.string().meta({ format: 'date', example: example.day }),
  method: z.enum(paymentMethods).meta({ example: 'transfer' }),
  reference: textOrNull.meta({ example: null }),
  discount: moneyOut.meta({ description: 'Taken off with it for paying early', example: '0.00' }),
});

const earlyPaymentOut = z
  .object({
    until: z.string().meta({ format: 'date', description: 'Last day, of the company', example: example.day }),
    isOver: z.boolean().meta({ description: 'After that day the office alone takes it off', example: false }),
    discount: moneyOut.meta({ description: 'What is taken off, with its tax', example: '2.38' }),
    due: moneyOut.meta({ description: 'What is enough until that day', example: '116.62' }),
  })
  .meta({ id: 'EarlyPayment' });
export type EarlyPayment = z.infer<typeof earlyPaymentOut>;

export const invoice = z
  .object({
    id: rowId,
    number: textOrNull.meta({ description: 'null for a draft', example: '2026-42' }),
    series: textOrNull.meta({ description: 'In which the number is the next one', example: '2026-{number}' }),
    state: z.enum(invoiceStates).meta({ example: 'issued' }),
    isOverdue: z.boolean().meta({ description: 'Not paid after `dueOn`', example: false }),
    kind: z.enum(invoiceKinds).meta({ description: 'Amounts of a credit note are positive', example: 'invoice' }),
    creditOf: rowId.nullable().meta({ description: 'The invoice of a credit note', example: null }),
    creditReason: textOrNull.meta({ example: null }),
    customerId: rowId
      .nullable()
      .meta({ description: 'null once the customer was erased', example: example.customerId }),
    buyer: buyerOut,
    seller: sellerOut,
    currency: currencyOut,
    lines: z.array(invoiceLineOut),
    taxes: z.array(z.object({ ...taxOut, base: moneyOut, amount: moneyOut })),
    net: moneyOut,
    tax: moneyOut,
    gross: moneyOut.meta({ description: 'Net and tax' }),
    rounding: moneyOut.meta({ description: 'To the sum of the prices that were agreed with tax', example: '0.00' }),
    paid: moneyOut.meta({ example: '0.00' }),
    credited: moneyOut.meta({ description: 'By credit notes', example: '0.00' }),
    discount: moneyOut.meta({ description: 'Taken off for paying early, with its tax', example: '0.00' }),
    earlyPayment: earlyPaymentOut
      .nullable()
      .meta({ description: 'The discount of its terms, while it is open and nothing was taken off', example: null }),
    due: moneyOut.meta({ description: 'Still to be paid; below zero after an overpayment' }),
    payments: z.array(invoicePaymentOut),
    reminders: z.array(z.object({ step: z.int().meta({ example: 1 }), at: timestamp, fee: moneyOut })),
    note: textOrNull.meta({ example: null }),
    issuedOn: dayOrNull,
    dueOn: dayOrNull,
    servedFrom: dayOrNull,
    servedTo: dayOrNull,
    sentAt: timestamp.nullable(),
    pdfHash: textOrNull.meta({ description: 'SHA-256 of the paper as it was issued', example: null }),
    xmlProblems: z.array(z.string()).meta({
      description: 'Why there is no electronic invoice by EN 16931; empty where there is one',
      example: [],
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof invoice>;

/** As lists have it. */
export const invoiceRow = invoice
  .omit({ lines: true, taxes: true, seller: true, payments: true, xmlProblems: true, buyer: true })
  .extend({ buyerName: z.string().meta({ example: example.company }), lineCount: z.int().meta({ example: 12 }) })
  .meta({ id: 'InvoiceRow' });
export type InvoiceRow = z.infer<typeof invoiceRow>;
export const invoicePage = cursorPageOf(invoiceRow).meta({ id: 'InvoicePage' });

const filters = {
  state: z
    .enum([...invoiceStates, 'open', 'overdue'], { error: () => t('This is no state of an invoice') })
    .meta({ description: '`open`: issued and not paid in full', example: 'open' })
    .optional(),
  kind: z.enum(invoiceKinds, { error: () => t('Must be invoice or credit_note') }).optional(),
  customerId: id.optional(),
  orderId: id.meta({ description: 'Invoices with this order' }).optional(),
  from: day().meta({ description: 'First day of issue' }).optional(),
  to: day().meta({ description: 'Last day of issue', example: '2026-03-31' }).optional(),
  q: search.optional(),
};
export const listInvoices = pageInput.extend({ ...filters, cursor: z.string().max(400).optional() });
export type ListInvoices = z.infer<typeof listInvoices>;
export const invoicesTableQuery = z.object(filters);

const CATEGORY_WORDS = () => t('Must be one of {categories}', { categories: taxCategories.join(', ') });
const lineTax = z
  .object({
    label: optionalText(NAME_MAX).meta({ example: null }),
    rate: taxRate,
    category: z.enum(taxCategories, { error: CATEGORY_WORDS }).optional().meta({
      description: 'By the rate and by who buys when absent. S has a rate above 0, and the others have 0',
      example: 'S',
    }),
  })
  .refine(({ rate, category = 'S' }) => category === 'S' || !isTaxed({ rate }), {
    path: ['category'],
    error: () => t('A rate above 0 % has the category S'),
  })
  .refine(({ rate, category }) => category !== 'S' || isTaxed({ rate }), {
    path: ['category'],
    error: () => t('The category S has a rate above 0 %'),
  });
const QUANTITY_WORDS = () => t('The quantity must be a number other than 0 with at most 3 decimals');
const signedQuantity = z
  .union([z.number().transform(String), z.string().trim()], { error: QUANTITY_WORDS })
  .refine((value) => /^-?\d{1,6}(?:\.\d{1,3})?$/.test(value) && Number(value) !== 0, { error: QUANTITY_WORDS })
  .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '1' });
const lineIn = z.object({
  orderId: id.nullable().optional().meta({ description: 'The delivery that it is about', example: example.orderId }),
  description: text(message('Say what the line is for'), NAME_MAX).meta({ example: 'Storage in March' }),
  quantity: signedQuantity.default('1'),
  unit: z
    .string()
    .regex(/^[A-Z0-9]{2,3}$/, { error: () => t('A unit is a code like C62, HUR or KMT') })
    .default('C62')
    .meta({ description: 'UN/ECE Rec. 20', example: 'C62' }),
  unitPrice: unitPrice
    .refine((price) => !price.startsWith('-'), { error: () => t('For what is taken off, the quantity is below zero') })
    .meta({ description: 'Without tax', example: '25.00' }),
  taxes: z
    .array(lineTax, { error: () => t('Must be a list of taxes') })
    .max(3, { error: () => t('At most {taxesMax} taxes on a line', { taxesMax: 3 }) })
    .optional()
    .meta({ description: 'The company’s rate when absent' }),
});
export type InvoiceLineIn = z.infer<typeof lineIn>;
const linesIn = z
  .array(lineIn, { error: () => t('Must be a list of lines') })
  .min(1, { error: () => t('An invoice has at least one line') })
  .max(INVOICE_LINES_MAX, { error: () => t('At most {linesMax} lines', { linesMax: INVOICE_LINES_MAX }) });
const keptLine = z.strictObject({ id }).meta({ description: 'A line that stays as it is' });
const readLine = lineIn.extend({
  id: id
    .meta({ description: 'Of a line that there is: as it was read it stays, and changed it is for the same' })
    .optional(),
});
export type InvoiceLineChange = z.infer<typeof keptLine> | z.infer<typeof readLine>;
const changedLinesIn = z
  .array(z.union([keptLine, readLine], { error: () => t('Must be a line, or the id of one that stays') }), {
    error: () => t('Must be a list of lines'),
  })
  .min(1, { error: () => t('An invoice has at least one line') })
  .max(INVOICE_LINES_MAX, { error: () => t('At most {linesMax} lines', { linesMax: INVOICE_LINES_MAX }) });
const note = optionalText(NOTES_MAX).meta({ description: 'Printed below the lines', example: 'Thank you.' });

export const createInvoice = z
  .object({ customerId: id, lines: linesIn, note })
  .meta({ example: { customerId: 12, lines: [{ description: 'Storage in March', unitPrice: '25.00' }] } });
export type CreateInvoice = z.infer<typeof createInvoice>;
export const updateInvoice = z
  .object({ id, lines: changedLinesIn.optional(), note, version: seenVersion })
  .meta({ example: { note: 'Thank you.' } });
export type UpdateInvoice = z.infer<typeof updateInvoice>;

export const runBy = ['customer', 'order', 'address'] as const;
export const runInvoices = z
  .object({
    from: day().meta({ description: 'First day of delivery' }),
    to: day().meta({ description: 'Last day of delivery', example: '2026-03-31' }),
    customerIds: z
      .array(id, { error: () => t('Must be a list of ids') })
      .max(RUN_CUSTOMERS_MAX, { error: () => t('At most {count} customers', { count: RUN_CUSTOMERS_MAX }) })
      .optional(),
    by: z
      .enum(runBy, { error: () => t('Must be customer, order or address') })
      .optional()
      .meta({
        description:
          'What one invoice is for; when absent a customer’s `billing.cycle` decides: `order` or all of them',
        example: 'customer',
      }),
  })
  .refine(({ from, to }) => from <= to, { error: () => t('The first day must not be after the last'), path: ['to'] })
  .meta({ example: { from: '2026-03-01', to: '2026-03-31', by: 'customer' } });
export type RunInvoices = z.infer<typeof runInvoices>;
export const leftOutReasons = ['no_price', 'no_customer'] as const;
export const invoiceRun = z
  .object({
    data: z.array(invoiceRow).meta({ description: 'The drafts' }),
    leftOut: z
      .array(
        z.object({
          orderId: rowId,
          trackingNumber: z.string().meta({ example: example.trackingNumber }),
          reason: z.enum(leftOutReasons).meta({ example: 'no_price' }),
        }),
      )
      .meta({ description: 'What was delivered and cannot be invoiced yet; at most 200' }),
  })
  .meta({ id: 'InvoiceRun' });
export type InvoiceRun = z.infer<typeof invoiceRun>;

export const byVersion = z.object({ id, version: seenVersion });
export type ByVersion = z.infer<typeof byVersion>;
export const creditInvoice = z
  .object({
    id,
    lines: z
      .union(
        [
          z.null(),
          z
            .array(z.object({ id, quantity: signedQuantity.optional() }))
            .min(1, { error: () => t('Name at least one line') })
            .max(INVOICE_LINES_MAX),
        ],
        { error: () => t('Must be a list of lines') },
      )
      .optional()
      .meta({ description: 'null or absent: all of it that is not credited yet', example: null }),
    reason: text(message('Say why it is credited'), NAME_MAX).meta({ example: 'Delivered twice' }),
    version: seenVersion,
  })
  .meta({ example: { lines: null, reason: 'Delivered twice' } });
export type CreditInvoice = z.infer<typeof creditInvoice>;
export const payInvoice = z
  .object({
    id,
    amount: money(message('The amount must be a number of at least 0')).refine((value) => /[1-9]/.test(value), {
      error: () => t('The amount must be above 0'),
    }),
    paidOn: day(),
    method: z
      .enum(paymentMethods, { error: () => t('Choose how it was paid') })
      .default('transfer')
      .meta({ example: 'transfer' }),
    reference: optionalText(NAME_MAX).meta({ example: 'Statement 7' }),
    version: seenVersion,
  })
  .meta({ example: { amount: '119.00', paidOn: example.day, method: 'transfer', reference: 'Statement 7' } });
export type PayInvoice = z.infer<typeof payInvoice>;

export const unpayInvoice = z.object({ id, paymentId: id });
export type UnpayInvoice = z.infer<typeof unpayInvoice>;

export const xmlSyntaxes = ['cii', 'ubl'] as const;
export type XmlSyntax = (typeof xmlSyntaxes)[number];
export const invoiceXmlQuery = z.object({
  syntax: z
    .enum(xmlSyntaxes, { error: () => t('Must be cii or ubl') })
    .default('cii')
    .meta({ description: '`cii`: as in the PDF (Factur-X, ZUGFeRD). `ubl`: XRechnung and Peppol BIS', example: 'cii' }),
});

export const aging = z
  .object({
    data: z.array(
      z.object({
        customerId: rowId.nullable(),
        customer: z.string().meta({ example: example.company }),
        currency: currencyOut,
        notDue: moneyOut,
        days30: moneyOut.meta({ description: 'Overdue for 1 to 30 days' }),
        days60: moneyOut,
        days90: moneyOut,
        older: moneyOut,
        total: moneyOut,
        invoices: z.int().meta({ example: 3 }),
      }),
    ),
    asOf: z.string().meta({ format: 'date', example: example.day }),
  })
  .meta({ id: 'InvoiceAging' });
export type Aging = z.infer<typeof aging>;

export const listMyInvoices = pageInput.extend({ customerId: id.optional() });
export const myInvoice = invoiceRow
  .pick({
    id: true,
    number: true,
    state: true,
    kind: true,
    isOverdue: true,
    currency: true,
    gross: true,
    earlyPayment: true,
    due: true,
    issuedOn: true,
    dueOn: true,
    buyerName: true,
  })
  .extend({
    hasXml: z.boolean().meta({ example: true }),
    pay: z
      .object({
        name: z.string().meta({ example: example.company }),
        iban: z.string().meta({ example: 'DE89370400440532013000' }),
        bic: textOrNull.meta({ example: null }),
        code: textOrNull.meta({ description: 'Of a code that a phone’s banking app reads (EPC069-12)', example: null }),
      })
      .nullable()
      .meta({ description: 'Where to transfer what is due' }),
    payUrl: textOrNull.meta({
      description: 'Where to pay it online, by the company’s payment link, where no code of a transfer is',
      example: null,
    }),
  })
  .meta({ id: 'MyInvoice' });
export type MyInvoice = z.infer<typeof myInvoice>;
export const myInvoicePage = cursorPageOf(myInvoice)
  .extend({
    owed: z
      .array(z.object({ currency: currencyOut, due: moneyOut, overdue: moneyOut }))
      .meta({ description: 'What is not paid yet, by currency' }),
  })
  .meta({ id: 'MyInvoicePage' });
export type MyInvoicePage = z.infer<typeof myInvoicePage>;
