import { contactInWords } from '@quickfleet/shared/base/contact/stop-person';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { Quote, QuoteItemInput } from '@quickfleet/shared/quoting/quotes';
import { speedLabel } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import type { Difference } from '../../../../components/feedback/conflict-notice.tsx';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDay } from '../../../../lib/words/format.ts';
import type { QuoteChanges } from '../work/quotes-mutations.ts';

type Comparable = Pick<
  Quote,
  | 'status'
  | 'price'
  | 'currency'
  | 'paymentUrl'
  | 'pickupAddress'
  | 'deliveryAddress'
  | 'pickupContact'
  | 'deliveryContact'
  | 'notes'
  | 'weightKg'
  | 'needs'
  | 'speedType'
  | 'speedDate'
  | 'wantedDay'
> & {
  items: readonly QuoteItemInput[];
};

const itemText =
  (currency: string) =>
  ({ name, description, quantity, value, imageUrls = [] }: QuoteItemInput): string =>
    [
      `${quantity} × ${name}`,
      description,
      value ? formatAmount(value, currency) : null,
      imageUrls.length > 0 ? t('{count, plural, one {# photo} other {# photos}}', { count: imageUrls.length }) : null,
    ]
      .filter(Boolean)
      .join(', ');

/** 'Specific Date: Dec 24, 2026', 'Today: Nov 26, 2026', or the choice left to the company. */
export const speedText = ({ speedType, wantedDay }: Pick<Quote, 'speedType' | 'wantedDay'>): string =>
  speedLabel(speedType, wantedDay ? formatDay(wantedDay) : null, brand.name);

const fields: readonly { name: string; keys: readonly (keyof Comparable)[]; text: (quote: Comparable) => string }[] = [
  { name: t('Status'), keys: ['status'], text: ({ status }) => status },
  // A changed price is a conflict when the quote is marked as paid.
  {
    name: t('Price'),
    keys: ['price', 'status'],
    text: ({ price, currency }) => (price ? formatAmount(price, currency) : ''),
  },
  { name: t('Payment URL'), keys: ['paymentUrl'], text: ({ paymentUrl }) => paymentUrl ?? '' },
  { name: t('Pickup Address'), keys: ['pickupAddress'], text: ({ pickupAddress }) => pickupAddress },
  { name: t('Delivery Address'), keys: ['deliveryAddress'], text: ({ deliveryAddress }) => deliveryAddress },
  {
    name: t('Pickup contact'),
    keys: ['pickupContact'],
    text: ({ pickupContact }) => contactInWords(pickupContact) ?? '',
  },
  {
    name: t('Delivery contact'),
    keys: ['deliveryContact'],
    text: ({ deliveryContact }) => contactInWords(deliveryContact) ?? '',
  },
  { name: t('Notes'), keys: ['notes'], text: ({ notes }) => notes ?? '' },
  { name: t('Weight in kg'), keys: ['weightKg'], text: ({ weightKg }) => weightKg?.toString() ?? '' },
  { name: t('Needs'), keys: ['needs'], text: ({ needs }) => needs.join(', ') },
  { name: t('Delivery Speed'), keys: ['speedType', 'speedDate'], text: speedText },
  { name: t('Items'), keys: ['items'], text: ({ items, currency }) => items.map(itemText(currency)).join('\n') },
];

const withoutGaps = ({
  items,
  speedDate,
  price,
  paymentUrl,
  notes,
  pickupContact,
  deliveryContact,
  weightKg,
  needs,
  ...rest
}: QuoteChanges): Partial<Comparable> => ({
  ...rest,
  ...(items === undefined ? {} : { items }),
  ...(speedDate === undefined ? {} : { speedDate, wantedDay: speedDate }),
  ...(price === undefined ? {} : { price }),
  ...(paymentUrl === undefined ? {} : { paymentUrl }),
  ...(notes === undefined ? {} : { notes }),
  ...(pickupContact === undefined ? {} : { pickupContact }),
  ...(deliveryContact === undefined ? {} : { deliveryContact }),
  ...(weightKg === undefined ? {} : { weightKg }),
  ...(needs === undefined ? {} : { needs }),
});

/** Where this change would overwrite what another user has saved since `base` was read. */
export function differencesOf(base: Quote, changes: QuoteChanges, theirs: Quote): Difference[] {
  const wanted = withoutGaps(changes);
  const mine: Comparable = { ...base, ...wanted };
  return fields
    .filter(
      ({ keys, text }) =>
        keys.some((key) => wanted[key] !== undefined) && text(theirs) !== text(base) && text(theirs) !== text(mine),
    )
    .map(({ name, text }) => ({ field: name, mine: text(mine), theirs: text(theirs) }));
}
