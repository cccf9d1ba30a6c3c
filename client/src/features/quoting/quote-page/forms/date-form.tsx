import { Button, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { useRef, useState } from 'react';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { useIsHydrated } from '../../../../lib/use-is-hydrated.ts';
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
    const wrong = speedDate === '' ? 'Choose a date' : speedDate < today ? 'Choose today or a later day' : undefined;
    setError(wrong);
    if (wrong) showField(field.current);
    else if (!isPending) onChange(speedDate);
  };
  return (
    <details className={`${styles.more} no-print`} style={{ marginTop: 16 }}>
      <summary>Change the date</summary>
      <div className={styles.inside}>
        <PageForm token={token} name="date" label="Change the date" problem={problem} onSend={send}>
          <TextInput
            key={quote.speedDate}
            ref={field}
            type="date"
            name="speedDate"
            label="Deliver on"
            {...(isHydrated ? { min: todayInZone() } : {})}
            defaultValue={quote.speedDate ?? ''}
            error={error}
            onChange={() => setError(undefined)}
          />
          <Button type="submit" variant="default" disabled={isPending} style={{ justifySelf: 'start' }}>
            {isPending ? 'Saving...' : 'Save the date'}
          </Button>
        </PageForm>
        <p role="status" className={styles.confirmed}>
          {changedTo !== undefined && (
            <>
              Saved. You asked for {formatWeekday(changedTo)}.
              {quote.total !== null && ` The price stays ${formatAmount(quote.total, quote.currency)}.`}
            </>
          )}
        </p>
      </div>
    </details>
  );
}
