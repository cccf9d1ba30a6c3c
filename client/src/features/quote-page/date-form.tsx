import { Button, TextInput } from '@mantine/core';
import type { CustomerQuote } from '@quickfleet/shared/quote-page';
import { useRef, useState } from 'react';
import { todayInZone } from '../../lib/format.ts';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import { PageForm } from './page-form.tsx';
import styles from './quote-page.module.css';

interface DateFormProps {
  token: string;
  quote: CustomerQuote;
  problem: string | undefined;
  isPending: boolean;
  onChange: (day: string) => void;
}

/** Another day, as long as nothing is agreed. */
export function DateForm({ token, quote, problem, isPending, onChange }: DateFormProps) {
  const isHydrated = useIsHydrated();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const send = ({ speedDate = '' }: Record<string, string>) => {
    const today = todayInZone();
    const wrong = speedDate === '' ? 'Choose a date' : speedDate < today ? 'Choose today or a later day' : undefined;
    setError(wrong);
    if (wrong) field.current?.focus();
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
      </div>
    </details>
  );
}
