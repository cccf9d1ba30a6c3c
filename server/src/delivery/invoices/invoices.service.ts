import { LockMode } from '@mikro-orm/postgresql';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { invoiceTotals } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type {
  CreateInvoice,
  InvoiceLineChange,
  InvoiceLineIn,
  Invoice as InvoiceView,
  UpdateInvoice,
} from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { Invoice, type SourceKind, sourceKinds } from './invoice.entity.ts';
import { type Between, type Delivered, type NewLine, taxedAgain, typedLine } from './invoices.lines.ts';
import { type Billed, readBilledOne, readSeller } from './invoices.parties.ts';
import { readInvoice } from './invoices.queries.ts';

// Drafts: what is written down before it has a number. Nothing here touches what was issued.

/** An invoice, locked. Rejects with 404. */
export const lockInvoice = (ctx: AppContext, id: number): Promise<Invoice> =>
  ctx.em.findOneOrFail(Invoice, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Invoice'),
  });

/** Refuses what only a draft allows. */
export function requireDraft({ state, number }: Invoice): void {
  if (state !== 'draft')
    throw conflict(
      'INVOICE_ISSUED',
      t('{number} is issued and stays as it is. Write a credit note', { number: number ?? '' }),
    );
}

/** Refuses what only something issued has. */
export function requireIssued({ state }: Pick<InvoiceView, 'state'>): void {
  if (state === 'draft') throw conflict('INVOICE_NOT_ISSUED', t('This is a draft. Issue it first'));
}

/** Refuses what only an issued invoice has. */
export function requireOwed(invoice: Pick<InvoiceView, 'state' | 'kind'>): void {
  requireIssued(invoice);
  if (invoice.kind !== 'invoice') throw conflict('IS_CREDIT_NOTE', t('This is a credit note. Open its invoice'));
}

/** Of whatever has no number yet, and to which nothing has happened. */
export const blankInvoice = (ctx: AppContext) => ({
  state: 'draft' as const,
  number: null,
  series: null,
  paid: '0',
  credited: '0',
  discount: '0',
  reminders: [],
  issuedOn: null,
  dueOn: null,
  sentAt: null,
  pdfHash: null,
  createdAt: now(ctx),
});

/** The first and last day of the deliveries of lines. */
export function servedIn(lines: readonly Pick<NewLine, 'deliveredOn'>[]) {
  const days = lines.flatMap(({ deliveredOn }) => deliveredOn ?? []).toSorted();
  return { servedFrom: days[0] ?? null, servedTo: days.at(-1) ?? null };
}
/** The lines with their numbers, what they come to, and the first and last day of their deliveries. */
export const contentOf = (lines: readonly NewLine[], currency: string) => ({
  lines: lines.map((line, at) => ({ id: at + 1, ...line })),
  ...invoiceTotals(lines, currency),
  ...servedIn(lines),
});

/** What a new draft says. */
export interface NewDraft {
  between: Between;
  billed: Billed;
  lines: readonly NewLine[];
  note?: string | null;
}
/**
 * Writes down drafts, all together: a month of many customers is a few statements.
 *
 * @throws 409 ALREADY_INVOICED for what is on another invoice
 */
export async function draftInvoices(ctx: AppContext, drafts: readonly NewDraft[]): Promise<Invoice[]> {
  const made = drafts.map(({ between: { currency, seller, buyer, settings }, billed, lines, note }) =>
    ctx.em.create(Invoice, {
      ...blankInvoice(ctx),
      kind: 'invoice',
      customerId: billed.id,
      creditOf: null,
      creditReason: null,
      buyer,
      seller,
      language: billed.language,
      terms: billed.billing.terms ?? settings.billing.terms,
      currency,
      ...contentOf(lines, currency),
      note: note ?? null,
    }),
  );
  await ctx.em.flush();
  await claim(
    ctx,
    made.flatMap(({ id, lines }) => lines.flatMap(({ source }) => (source ? [{ ...source, invoiceId: id }] : []))),
  );
  for (const { id } of made) record(ctx, { subject: 'invoice', subjectId: id, action: 'invoice.created' });
  return made;
}

interface Claimed {
  kind: SourceKind;
  id: number;
  invoiceId: number;
}
/** Each order, charge and claim is on one invoice; what a credited one had may be on a new one. */
async function claim(ctx: AppContext, claimed: readonly Claimed[]): Promise<void> {
  const wanted = [...new Map(claimed.map((one) => [`${one.kind} ${one.id}`, one])).values()].toSorted(
    (a, b) => sourceKinds.indexOf(a.kind) - sourceKinds.indexOf(b.kind) || a.id - b.id,
  );
  if (wanted.length === 0) return;
  const given = await run(
    ctx.em,
    `insert into invoice_sources (kind, source_id, invoice_id)
     select kind, id, invoice_id from unnest(?::text[], ?::int[], ?::int[]) as x(kind, id, invoice_id)
     on conflict (kind, source_id) do update set invoice_id = excluded.invoice_id
       where invoice_sources.invoice_id = excluded.invoice_id
         or exists (select 1 from invoices i where i.id = invoice_sources.invoice_id and i.state = 'credited')
     returning source_id`,
    [wanted.map(({ kind }) => kind), wanted.map(({ id }) => id), wanted.map(({ invoiceId }) => invoiceId)],
  );
  if (given < wanted.length)
    throw conflict(
      'ALREADY_INVOICED',
      t('Something of this is on another invoice already. Open that one, or credit it'),
    );
}

const deliveredColumns = select({
  orderId: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  deliveredAt: c.date('o.delivered_at').nullable(),
  customerId: c.int('o.customer_id').nullable(),
});
/** The orders that lines name. Rejects with 400 for one of somebody else. */
async function ordersOf(
  ctx: AppContext,
  lines: readonly (InvoiceLineIn | undefined)[],
  customerId: number | null,
): Promise<Map<number, Delivered>> {
  const ids = [...new Set(lines.flatMap((line) => line?.orderId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await readRows(ctx.em, deliveredColumns, 'select $columns from orders o where o.id = any(?)', [ids]);
  for (const [at, { orderId = null } = {}] of lines.entries())
    if (orderId !== null && rows.find((row) => row.orderId === orderId)?.customerId !== customerId)
      throw invalid(`lines.${at}.orderId`, t('This customer has no such order'));
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  return new Map(
    rows.map(({ customerId: _, deliveredAt, ...row }) => [
      row.orderId,
      {
        ...row,
        deliveredOn: deliveredAt && dayAt(deliveredAt, zone),
        source: { kind: 'order', id: row.orderId },
      },
    ]),
  );
}

/**
 * Notes what the lines of a draft are for now.
 *
 * @throws 409 ALREADY_INVOICED for what is on another
 */
async function keepSources(ctx: AppContext, invoiceId: number, lines: readonly NewLine[]): Promise<void> {
  const sources = lines.flatMap(({ source }) => (source ? [source] : []));
  for (const kind of sourceKinds) {
    const ids = sources.flatMap((source) => (source.kind === kind ? source.id : []));
    await run(
      ctx.em,
      'delete from invoice_sources where invoice_id = ? and kind = ? and not (source_id = any(?)) returning source_id',
      [invoiceId, kind, ids],
    );
  }
  await claim(
    ctx,
    sources.map((source) => ({ ...source, invoiceId })),
  );
}

async function betweenFor(ctx: AppContext, billed: Billed): Promise<Between> {
  const { settings, seller } = await readSeller(ctx);
  return { settings, seller, buyer: billed.buyer, currency: settings.quoting.currency };
}

/** A draft of lines that somebody typed in. */
export async function createInvoice(ctx: AppContext, { customerId, lines, note }: CreateInvoice): Promise<InvoiceView> {
  const billed = await readBilledOne(ctx, customerId);
  const between = await betweenFor(ctx, billed);
  const orders = await ordersOf(ctx, lines, customerId);
  const made = lines.map((line) => typedLine(between, line, orders.get(line.orderId ?? 0)));
  const [invoice] = await draftInvoices(ctx, [{ between, billed, lines: made, note: note ?? null }]);
  if (!invoice) throw new Error('A draft was not written');
  return readInvoice(ctx, invoice.id);
}

/** What a line is about, which a correction of its words and numbers leaves. */
const aboutOf = ({ trackingNumber, deliveredOn, source }: NewLine) => ({ trackingNumber, deliveredOn, source });
/** Whether a line is sent back with what it was read with. */
function isAsRead({ orderId, description, quantity, unit, unitPrice, taxes }: InvoiceLineIn, line?: NewLine): boolean {
  if (!line) return false;
  const said = JSON.stringify([orderId ?? null, description, Number(quantity), unit, Number(unitPrice)]);
  const kept = [line.orderId, line.description, Number(line.quantity), line.unit, Number(line.unitPrice)];
  const isTaxed = (taxes ?? []).every(({ label, rate, category }, at) => {
    const tax = line.taxes[at];
    return tax?.category === category && tax?.label === (label ?? null) && Number(tax?.rate) === Number(rate);
  });
  return said === JSON.stringify(kept) && isTaxed && taxes?.length === line.taxes.length;
}

/** Partial, of a draft alone. Lines that are given take the place of all that there are. */
export async function updateInvoice(
  ctx: AppContext,
  { id, version, lines, note }: UpdateInvoice,
): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice, version);
  requireDraft(invoice);
  if (note !== undefined) invoice.note = note;
  if (lines && invoice.customerId) {
    const billed = await readBilledOne(ctx, invoice.customerId);
    const between = { ...(await betweenFor(ctx, billed)), currency: invoice.currency };
    const before = new Map(invoice.lines.map(({ id: number, ...line }) => [number, line]));
    const keptOf = (line: InvoiceLineChange) => (line.id === undefined ? undefined : before.get(line.id));
    const typed = lines.map((line) => ('description' in line && !isAsRead(line, keptOf(line)) ? line : undefined));
    const orders = await ordersOf(ctx, typed, invoice.customerId);
    const made = lines.flatMap((line, at) => {
      const same = keptOf(line);
      const given = typed[at];
      if (!given) {
        if (!same) throw invalid(`lines.${at}.id`, t('There is no such line'));
        return taxedAgain([same], invoice, between);
      }
      const one = typedLine(between, given, orders.get(given.orderId ?? 0));
      return same?.orderId === one.orderId ? { ...one, ...aboutOf(same) } : one;
    });
    Object.assign(invoice, { ...contentOf(made, invoice.currency), buyer: billed.buyer, seller: between.seller });
    await keepSources(ctx, id, made);
  }
  record(ctx, { subject: 'invoice', subjectId: id, action: 'invoice.updated' });
  await ctx.em.flush();
  return readInvoice(ctx, id);
}

/** A draft that is not wanted: what it was for can be on another one. */
export async function deleteInvoice(ctx: AppContext, id: number): Promise<{ success: true }> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice);
  requireDraft(invoice);
  record(ctx, { subject: 'invoice', subjectId: id, action: 'invoice.deleted' });
  ctx.em.remove(invoice);
  return { success: true };
}
