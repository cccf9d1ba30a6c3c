import { Badge, type BadgeProps, Text } from '@mantine/core';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconAlarm, IconMessageQuestion } from '@tabler/icons-react';
import { StatusBadge } from '../../../../components/text/status-badge.tsx';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { dueOf, outcomeLook, outcomeWords, viewsWords } from '../fields/quote-outcome.ts';

/** How it ended, what is due, what was asked, and what was paid in part: nothing of it where there is nothing. */
export function QuoteChips({ quote, size = 'sm' }: { quote: Quote; size?: BadgeProps['size'] }) {
  const now = useNow();
  const due = dueOf(quote, now);
  const { outcome, openQuestions, payment } = quote;
  return (
    <>
      {outcome && <StatusBadge text={outcomeWords[outcome]} look={outcomeLook[outcome]} variant="light" size={size} />}
      {due && (
        <Badge
          size={size}
          color={due.isLate ? 'red' : due.isSoon ? 'amber' : 'gray'}
          variant={due.isLate ? 'filled' : 'light'}
          leftSection={<IconAlarm size={14} aria-hidden />}
          {...(quote.dueAt ? { title: formatDateTime(quote.dueAt) } : {})}
        >
          {due.text}
        </Badge>
      )}
      {openQuestions > 0 && (
        <Badge size={size} color="violet" variant="light" leftSection={<IconMessageQuestion size={14} aria-hidden />}>
          {t('{count, plural, one {Question} other {# questions}}', { count: openQuestions })}
        </Badge>
      )}
      {payment.state === 'part' && (
        <Badge size={size} color="amber" variant="light">
          {t('Part paid')}
        </Badge>
      )}
      {payment.state === 'over' && (
        <Badge size={size} color="amber" variant="light">
          {t('Overpaid')}
        </Badge>
      )}
    </>
  );
}

/** 'Seen twice, last yesterday' */
export function QuoteViews({ quote }: { quote: Quote }) {
  const now = useNow();
  const words = viewsWords(quote, now);
  return words && quote.status !== 'converted' ? (
    <Text size="xs" c="dimmed" component="span">
      {words}
    </Text>
  ) : null;
}
