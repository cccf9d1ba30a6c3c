import { Button, Textarea } from '@mantine/core';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { useRef, useState } from 'react';
import { showField } from '../../../../lib/forms/focus-first.ts';
import styles from '../quote-page.module.css';
import { PageForm } from './page-form.tsx';

const reasons = [
  t('Too expensive'),
  t('Found another courier'),
  t('Plans have changed'),
  t('Too late for me'),
] as const;

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
    setError(whole ? undefined : t('Choose or write a reason, so that we can do better'));
    if (!whole) return showField(field.current);
    if (!isPending) onDecline(whole);
  };
  return (
    <PageForm
      token={token}
      name="decline"
      label={t('Decline the quote')}
      hidden={{ revision }}
      problem={problem}
      onSend={send}
    >
      <fieldset className={styles.chips}>
        <legend>{t('Why is it not right for you?')}</legend>
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
        label={t('In your own words')}
        placeholder={t('Optional')}
        rows={3}
        maxLength={NOTES_MAX}
        defaultValue={typed}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" variant="default" disabled={isPending}>
        {isPending ? t('Declining...') : t('Decline this quote')}
      </Button>
    </PageForm>
  );
}
