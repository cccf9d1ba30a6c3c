import { Alert } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import styles from '../quote-page.module.css';

export const formNames = ['accept', 'decline', 'ask', 'date'] as const;
export type FormName = (typeof formNames)[number];

interface PageFormProps {
  /** Of the page that takes the form without scripts; undefined where there are scripts for sure. */
  token: string | undefined;
  name: FormName;
  label: string;
  /** Fields that nobody types. */
  hidden?: Record<string, string | number>;
  problem?: string | undefined;
  onSend: (fields: Record<string, string>) => void;
  children: ReactNode;
}

/**
 * A form of the customer's page. Before hydration the browser sends it itself (server/src/pages/quote-forms.ts); its
 * fields are uncontrolled, so that nothing typed is lost when the quote is read again under it.
 */
export function PageForm({ token, name, label, hidden = {}, problem, onSend, children }: PageFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields: Record<string, string> = {};
    for (const [field, value] of new FormData(event.currentTarget))
      if (typeof value === 'string') fields[field] = value;
    onSend(fields);
  };
  return (
    <form
      method="post"
      {...(token === undefined ? {} : { action: paths.quote(token) })}
      className={styles.form}
      aria-label={label}
      onSubmit={submit}
      noValidate
    >
      <input type="hidden" name="form" value={name} />
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} readOnly />
      ))}
      {problem && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {problem}
        </Alert>
      )}
      {children}
    </form>
  );
}
