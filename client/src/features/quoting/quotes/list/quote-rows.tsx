import { Badge, Group, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { RouteWords } from '../../../../components/delivery/route-words.tsx';
import { Marked } from '../../../../components/lists/marked.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { QuoteStatusBadge } from '../../../../components/text/status-badge.tsx';
import { QuoteTitle } from '../details/quote-title.tsx';
import { NextStep } from '../work/quote-actions.tsx';
import { QuoteChips, QuoteViews } from './quote-chips.tsx';
import styles from './quote-rows.module.css';
import type { QuoteDialog } from './quotes-view.ts';

interface QuoteRowProps {
  quote: Quote;
  /** It was deleted while it was shown. */
  isGone: boolean;
  onOpen: (dialog: QuoteDialog, id: number) => void;
}

/** One quote on one line, with the same next step as its card. */
export function QuoteRow({ quote, isGone, onOpen }: QuoteRowProps) {
  const { id, reference, status, price, currency, customer, pickupAddress, deliveryAddress, items } = quote;
  const isDraft = status === 'draft';
  return (
    <article
      className={styles.row}
      data-draft={isDraft || undefined}
      data-gone={isGone || undefined}
      data-quote={id}
      aria-labelledby={`quote-${id}-title`}
    >
      <div className={styles.which}>
        <QuoteTitle id={id} className={styles.title} onOpen={onOpen} />
        <Text size="xs" c="dimmed" className="mono">
          {reference && <Marked>{reference}</Marked>}
        </Text>
      </div>
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} truncate title={customer.name}>
          <Marked>{customer.name || t('Unknown')}</Marked>
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <RouteWords from={pickupAddress} to={deliveryAddress} mark={(text) => <Marked>{text}</Marked>} />
        </Text>
      </div>
      <Group gap={4}>
        {isDraft && (
          <Badge color="amber" variant="filled" size="sm">
            {t('NEW')}
          </Badge>
        )}
        <QuoteStatusBadge status={status} size="sm" />
        <QuoteChips quote={quote} />
      </Group>
      <div className={styles.age}>
        <Text size="xs" c="dimmed" component="span">
          <RelativeTime value={quote.createdAt} /> ·{' '}
          {t('{count, plural, one {# item} other {# items}}', { count: items.length })}
        </Text>
        <QuoteViews quote={quote} />
      </div>
      <Text className={styles.price} data-pending={price === null || undefined}>
        {price === null ? t('Pending pricing') : formatAmount(price, currency)}
      </Text>
      <div className={styles.next}>
        {isGone ? (
          <Text size="xs" fw={600} role="status">
            {t('Somebody deleted this quote.')}
          </Text>
        ) : (
          <NextStep quote={quote} onOpen={onOpen} />
        )}
      </div>
    </article>
  );
}
