import { LockMode } from '@mikro-orm/postgresql';
import { createQuote as schema } from '@quickfleet/shared/quoting/quotes';
import { type SpeedType, speedLabel, speedTypes } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import { c, readRows, select } from '../../../db/rows.ts';
import { toDomainError } from '../../../http/errors.ts';
import { Quote } from '../../../quoting/quotes/quote.entity.ts';
import { deleteQuote } from '../../../quoting/quotes/quotes.delete.ts';
import { readQuote } from '../../../quoting/quotes/quotes.queries.ts';
import { createQuote, findQuoteFaults } from '../../../quoting/quotes/quotes.service.ts';
import { inEveryLanguage } from '../../../words/speak.ts';
import { wordOf } from '../columns/imports.words.ts';
import { CellFault, dayOf, weightOf } from '../imports.cells.ts';
import { hasCustomer, isKnownIn } from './common.ts';
import { type Kind, kept } from './kind.ts';

const existing = select({ id: c.int('q.id'), email: c.text('lower(c.email)') });

/** Stands for the company's name in a label. */
const BRAND = '0';

/** Our own words and those of our tables in any language, which may name the day: "Heute: 1. Dezember". */
function speedOf(text: string): SpeedType {
  const word = wordOf(text);
  const isCalled = (label: string): boolean => {
    const [before = '', after = ''] = wordOf(label).split(BRAND);
    return word.startsWith(before) && word.endsWith(after);
  };
  const known = speedTypes.find(
    (type) => wordOf(type) === word || inEveryLanguage(() => speedLabel(type, null, BRAND)).some(isCalled),
  );
  if (known) return known;
  throw new CellFault(t('Write {words}', { words: speedTypes.join(', ') }));
}

export const quotesKind: Kind = {
  action: 'quotes.create',
  table: 'quotes',
  word: 'quote',
  numbered: 'quote',
  read(cells) {
    const speedDate = cells.read('speedDate', (text) => dayOf(text, cells.clocks));
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
      weightKg: cells.read('weightKg', weightOf),
      needs: cells.text('needs'),
      pickupPlace: cells.text('pickupPlace'),
      deliveryPlace: cells.text('deliveryPlace'),
      collect: cells.collect(),
      ...cells.numbers(),
    });
    if (!parsed.success) return { issues: toDomainError(parsed.error).issues ?? [] };
    const quote = parsed.data;
    return {
      input: {
        content: quote,
        email: quote.customer.email.toLowerCase(),
        externalId: quote.externalId ?? null,
        summary: t('New quote for {customer}, {count, plural, one {# item} other {# items}}', {
          customer: quote.customer.name,
          count: quote.items.length,
        }),
        findFaults: (ctx, { currency }) => findQuoteFaults(ctx, quote, currency),
        async make(ctx) {
          const isOld = await hasCustomer(ctx, quote.customer.email);
          const made = await createQuote(ctx, quote);
          const { id, version, customer } = await readQuote(ctx, made.id);
          return { id, version, isKnown: isKnownIn(ctx), customerId: isOld ? null : customer.id };
        },
      },
    };
  },
  async findExisting(ctx, rows) {
    const idOf = (values: ReadonlyMap<string, string>) =>
      Number(/^\d{1,9}$/.exec(values.get('quoteNumber') ?? '')?.[0] ?? 0);
    const emailOf = (values: ReadonlyMap<string, string>) => (values.get('customerEmail') ?? '').trim().toLowerCase();
    const wanted = rows.map(idOf).filter(Boolean);
    if (wanted.length === 0) return new Map();
    const found = await readRows(
      ctx.em,
      existing,
      'select $columns from quotes q join customers c on c.id = q.customer_id where q.id = any(?)',
      [wanted],
    );
    const emails = new Map(found.map(({ id, email }) => [id, email]));
    return new Map(
      [...rows.entries()]
        .filter(([, values]) => emails.get(idOf(values)) === emailOf(values))
        .map(([at, values]) => [at, t('Exists already as quote #{id}', { id: idOf(values) })]),
    );
  },
  async takeBack(ctx, id, version) {
    const quote = await ctx.em.findOne(Quote, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!quote) return null;
    if (quote.status !== 'draft') return t('Kept: it was sent, accepted or paid');
    if (quote.version !== version) return kept.changed;
    await deleteQuote(ctx, id);
    return null;
  },
};
