import { Button, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { useRef, useState } from 'react';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { useIsHydrated } from '../../../../lib/hooks/use-is-hydrated.ts';
import { closedWords } from '../../../../lib/words/closed-words.ts';
import { formatWeekday, todayInZone } from '../../../../lib/words/format.ts';
import styles from '../quote-page.module.css';
import { PageForm } from './page-form.tsx';

interface DateFormProps {
  token: string;
  quote: CustomerQuote;
  problem: string | undefined;
  isPending: boolean;
  /** The day that was chosen just now. */
  changedTo: string | undefined;
  onChange: (day: string) => void;
}

/** Another day, as long as nothing is agreed. */
export function DateForm({ token, quote, problem, isPending, changedTo, onChange }: DateFormProps) {
  const isHydrated = useIsHydrated();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const send = ({ speedDate = '' }: Record<string, string>) => {
    const today = todayInZone();
    const wrong =
      speedDate === ''
        ? t('Choose a date')
        : speedDate < today
          ? t('Choose today or a later day')
          : closedWords(speedDate);
    setError(wrong);
    if (wrong) showField(field.current);
    else if (!isPending) onChange(speedDate);
  };
  return (
    <details className={`${styles.more} no-print`} style={{ marginTop: 16 }}>
      <summary>{t('Change the date')}</summary>
      <div className={styles.inside}>
        <PageForm token={token} name="date" label={t('Change the date')} problem={problem} onSend={send}>
          <TextInput
            key={quote.speedDate}
            ref={field}
            type="date"
            name="speedDate"
            label={t('Deliver on')}
            {...(isHydrated ? { min: todayInZone() } : {})}
            defaultValue={quote.speedDate ?? ''}
            error={error}
            onChange={() => setError(undefined)}
          />
          <Button type="submit" variant="default" disabled={isPending} style={{ justifySelf: 'start' }}>
            {isPending ? t('Saving...') : t('Save the date')}
          </Button>
        </PageForm>
        <p role="status" className={styles.confirmed}>
          {changedTo !== undefined && (
            <>
              {t('Saved. You asked for {weekday}.', { weekday: formatWeekday(changedTo) })}
              {quote.total !== null &&
                ` ${t('The price stays {amount}.', { amount: formatAmount(quote.total, quote.currency) })}`}
            </>
          )}
        </p>
      </div>
    </details>
  );
}
