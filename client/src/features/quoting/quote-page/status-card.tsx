import { Button, Card, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowDown } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { usePageTime } from '../../../lib/page.ts';
import styles from './quote-page.module.css';
import { type QuoteState, validityWords } from './quote-words.ts';

/** The answer first: where the quote stands, what it costs, how long that holds. */
export function StatusCard({
  quote,
  standing,
  headingRef,
  freshness,
}: {
  quote: CustomerQuote;
  standing: QuoteState;
  headingRef: Ref<HTMLHeadingElement>;
  freshness: ReactNode;
}) {
  const now = usePageTime();
  const { total, taxTotal, currency, validUntil, outcome, outcomeReason, canAccept, acceptsByMail } = quote;
  const { sentence, next, badge, act, steps } = standing;
  return (
    <Card padding="lg" component="section" aria-label={t('Quote status')} className={styles.standing}>
      <div className={styles.answer}>
        <StatusBadge {...badge} variant="light" size="lg" />
        <Title order={2} ref={headingRef} tabIndex={-1} className={styles.sentence}>
          {sentence}
        </Title>
        {total !== null && (
          <p className={styles.total}>
            <span className="visually-hidden">{t('Total:')}</span>
            {formatAmount(total, currency)}
          </p>
        )}
        {total !== null && Number(taxTotal) > 0 && (
          <p className={styles.quiet}>
            {t('Tax of {amount} included', { amount: formatAmount(taxTotal ?? '0', currency) })}
          </p>
        )}
        {act === 'decide' && validUntil && <Text fw={550}>{validityWords(validUntil, now)}</Text>}
        {outcome === 'declined' && outcomeReason && <Text>{t('Your reason: {outcomeReason}', { outcomeReason })}</Text>}
        <Text c="dimmed">{next}</Text>
      </div>
      {act === 'decide' && (canAccept || acceptsByMail) && (
        <Button
          component="a"
          href="#accept"
          className={`${styles.jump} no-print`}
          rightSection={<IconArrowDown size={18} aria-hidden />}
        >
          {t('Review and accept')}
        </Button>
      )}
      {steps.length > 0 && (
        <div className={styles.bar} aria-hidden>
          {steps.map(({ stage, state }) => (
            <span key={stage} data-reached={state === 'done' || undefined} />
          ))}
        </div>
      )}
      {freshness}
    </Card>
  );
}
