import { quoteLinesOf } from '@quickfleet/shared/quoting/pricing/price-rules';
import { z } from 'zod';
import { record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readRow, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, type Services, systemContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { inHistory, inLanguageOf } from '../../words/speak.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import { lockQuote, updateQuote } from '../quotes/quotes.service.ts';
import { priceRequest } from './estimates.service.ts';

const payloadSchema = z.object({ id: z.number(), noMailBecause: z.string().nullable() });
const skipped = select({ isSkipped: c.bool('true') });

/** Whether the office has to look at it first: it did already, or its address gets no more mails from the form today. */
async function isForOffice(ctx: AppContext, quote: Quote): Promise<boolean> {
  if (quote.status !== 'draft' || quote.price || quote.outcome) return true;
  const row = await readRow(
    ctx.em,
    skipped,
    `select $columns from history where subject = 'quote' and subject_id = ? and action = 'quote.confirmation_skipped' limit 1`,
    [quote.id],
  );
  return row !== undefined;
}

/** Prices a new request by binding rules, with the call by which staff price: same history, states and mails. */
async function price(ctx: AppContext, id: number): Promise<void> {
  const quote = await lockQuote(ctx, id);
  const { pricing, quoting } = await readCompany(ctx.em);
  if (!pricing.isOn || !pricing.isBinding || (await isForOffice(ctx, quote))) return;
  await quote.items.loadItems();
  const { pickupAddress, deliveryAddress, speedType, weightKg } = quote;
  const items = quote.items.getItems();
  const request = { pickupAddress, deliveryAddress, speedType, speedDate: quote.speedDate ?? null, items, weightKg };
  const findPrice = () => priceRequest(ctx, pricing, quoting, request);
  // The lines are named for the customer, and once more for the history.
  const [found, told] = [await inLanguageOf(ctx, quote, findPrice), await inHistory(findPrice)];
  if (typeof found === 'string' || found.price === null || typeof told === 'string') return;
  const { currency } = quoting;
  const says = told.lines.map(({ label, from }) => ({
    is: 'rule_part' as const,
    label,
    price: { is: 'money' as const, amount: from, currency, stored: 'number' as const },
  }));
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.priced_by_rule', says });
  await updateQuote(ctx, { id, lines: quoteLinesOf(found.lines, quoting.defaultTaxRate) });
}

/** The job of a new request. What keeps it from being sent is history, and the office prices it. */
export async function priceByRule(services: Services, payload: unknown): Promise<void> {
  const { id, noMailBecause } = payloadSchema.parse(payload);
  const ctx = systemContext(services);
  const inTransaction = (name: string, work: (inner: AppContext) => Promise<void>) =>
    runInTransaction(ctx, name, { id }, (em) =>
      work({ ...ctx, em, grant: 'yes', ...(noMailBecause === null ? {} : { noMailBecause }) }),
    );
  try {
    await inTransaction('estimates.price', (inner) => price(inner, id));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await inTransaction('estimates.failed', async (inner) => {
      const says = [{ is: 'not_priced' as const, why: error.message }];
      record(inner, { subject: 'quote', subjectId: id, action: 'quote.priced_by_rule', says });
    });
  }
}
