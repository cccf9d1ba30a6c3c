import { Button, Textarea } from '@mantine/core';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import { useRef, useState } from 'react';
import { showField } from '../../../../lib/forms/focus-first.ts';
import styles from '../quote-page.module.css';
import { PageForm } from './page-form.tsx';

const reasons = ['Too expensive', 'Found another courier', 'Plans have changed', 'Too late for me'] as const;

interface DeclineFormProps {
  token: string | undefined;
  revision: number;
  typed?: string | undefined;
  problem: string | undefined;
  isPending: boolean;
  onDecline: (reason: string) => void;
}

/** Why not: one of the usual reasons, or words of one's own, or both. */
export function DeclineForm({ token, revision, typed = '', problem, isPending, onDecline }: DeclineFormProps) {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = ({ chosen = '', reason = '' }: Record<string, string>) => {
    const whole = [chosen, reason.trim()].filter(Boolean).join(': ');
    setError(whole ? undefined : 'Choose or write a reason, so that we can do better');
    if (!whole) return showField(field.current);
    if (!isPending) onDecline(whole);
  };
  return (
    <PageForm
      token={token}
      name="decline"
      label="Decline the quote"
      hidden={{ revision }}
      problem={problem}
      onSend={send}
    >
      <fieldset className={styles.chips}>
        <legend>Why is it not right for you?</legend>
        {reasons.map((reason) => (
          <label key={reason} className={styles.chip}>
            <input type="radio" name="chosen" value={reason} onChange={() => setError(undefined)} />
            <span>{reason}</span>
          </label>
        ))}
      </fieldset>
      <Textarea
        ref={field}
        name="reason"
        label="In your own words"
        placeholder="Optional"
        rows={3}
        maxLength={NOTES_MAX}
        defaultValue={typed}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" variant="default" disabled={isPending}>
        {isPending ? 'Declining...' : 'Decline this quote'}
      </Button>
    </PageForm>
  );
}
