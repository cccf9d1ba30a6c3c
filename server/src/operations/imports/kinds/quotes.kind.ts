import { LockMode } from '@mikro-orm/postgresql';
import { createQuote as schema } from '@quickfleet/shared/quoting/quotes';
import { speedTypes } from '@quickfleet/shared/quoting/speed';
import { toDomainError } from '../../../http/errors.ts';
import { Quote } from '../../../quoting/quotes/quote.entity.ts';
import { deleteQuote } from '../../../quoting/quotes/quotes.delete.ts';
import { readQuote } from '../../../quoting/quotes/quotes.queries.ts';
import { createQuote, findQuoteFaults } from '../../../quoting/quotes/quotes.service.ts';
import { CellFault, dayOf } from '../imports.cells.ts';
import { countWords, hasCustomer, isKnownIn } from './common.ts';
import { type Kind, kept } from './kind.ts';

/** Our own words and those of our tables. */
function speedOf(text: string): string {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const known = speedTypes.find((type) => type === word);
  if (known) return known;
  if (word.startsWith('today')) return 'today';
  if (word.startsWith('specific_date')) return 'specific_date';
  if (word.startsWith('let_')) return 'let_quickfleet_choose';
  throw new CellFault(`Write ${speedTypes.join(', ')}`);
}

export const quotesKind: Kind = {
  action: 'quotes.create',
  table: 'quotes',
  word: 'quote',
  numbered: 'quote',
  read(cells) {
    const speedDate = cells.read('speedDate', dayOf);
    const parsed = schema.safeParse({
      customer: {
        name: cells.text('customerName'),
        email: cells.text('customerEmail'),
        phone: cells.text('customerPhone'),
        company: cells.text('customerCompany'),
      },
      pickupAddress: cells.text('pickupAddress'),
      deliveryAddress: cells.text('deliveryAddress'),
      pickupContact: cells.contact('pickup'),
      deliveryContact: cells.contact('delivery'),
      notes: cells.text('notes'),
      speedType: cells.read('speedType', speedOf) ?? (speedDate === undefined ? undefined : 'specific_date'),
      speedDate,
      items: cells.items(),
      ...cells.numbers(),
    });
    if (!parsed.success) return { issues: toDomainError(parsed.error).issues ?? [] };
    const quote = parsed.data;
    return {
      input: {
        content: quote,
        email: quote.customer.email.toLowerCase(),
        externalId: quote.externalId ?? null,
        summary: `New quote for ${quote.customer.name}, ${countWords(quote.items.length, 'item')}`,
        findFaults: (ctx, currency) => findQuoteFaults(ctx, quote, currency),
        async make(ctx) {
          const isOld = await hasCustomer(ctx, quote.customer.email);
          const made = await createQuote(ctx, quote);
          const { id, version, customer } = await readQuote(ctx, made.id);
          return { id, version, isKnown: isKnownIn(ctx), customerId: isOld ? null : customer.id };
        },
      },
    };
  },
  async takeBack(ctx, id, version) {
    const quote = await ctx.em.findOne(Quote, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!quote) return null;
    if (quote.status !== 'draft') return 'Kept: it was sent, accepted or paid';
    if (quote.version !== version) return kept.changed;
    await deleteQuote(ctx, id);
    return null;
  },
};
