import { Button, Text, TextInput, Title } from '@mantine/core';
import { normaliseAccessCode } from '@quickfleet/shared/delivery/orders/access-code';
import { ACCESS_CODE_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconKey } from '@tabler/icons-react';
import { type ClipboardEvent, type ComponentProps, type FormEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useReturnedForm } from '../../../../lib/page.ts';
import styles from './driver.module.css';
import { accessOrder } from './drivers-mutations.ts';

/** To the sign-in, which ends here again; its address says so too, for a tap before the scripts run. */
export const SignInLink = (props: Omit<ComponentProps<'a'>, 'href'>) => (
  <Link {...props} href={`${paths.signIn}?from=${encodeURIComponent(paths.driver)}`} state={{ from: paths.driver }} />
);

interface AccessCardProps {
  /** Resolves to why the code opened nothing. */
  access?: (code: string) => Promise<string | undefined>;
  initialCode?: string;
  initialProblem?: string | undefined;
  isPending?: boolean;
}

/**
 * The first view: one code opens one order. A wrong code stays in the field. Before hydration the uncontrolled field
 * keeps what was typed, and what was sent waits for the scripts; where none come it is sent as a plain form.
 */
export function AccessCard({
  access = accessOrder,
  initialCode = '',
  initialProblem,
  isPending = false,
}: AccessCardProps) {
  const returned = useReturnedForm();
  const [problem, setProblem] = useState(initialProblem ?? returned?.problem);
  const [isAsking, setAsking] = useState(false);
  const isBusy = isAsking || isPending;
  const input = useRef<HTMLInputElement>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAsking(true);
    setProblem(await access(input.current?.value ?? ''));
    setAsking(false);
  };
  const change = (text: string) => {
    if (input.current && input.current.value !== text) input.current.value = text;
    setProblem(undefined);
  };
  /** Codes are shared in groups: pasted with spaces or dashes they are longer than the field. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    change(normaliseAccessCode(event.clipboardData.getData('text')).slice(0, ACCESS_CODE_MAX));
  };

  return (
    <section className={styles.card} aria-labelledby="access-title">
      <form method="post" action={paths.driver} onSubmit={(event) => void send(event)} noValidate data-waits>
        <Title order={2} id="access-title">
          {t('Access Order')}
        </Title>
        <Text c="dimmed" mt={4} mb="md">
          {t('Enter the access code that dispatch gave you.')}
        </Text>
        <TextInput
          ref={input}
          className={styles.code ?? ''}
          label={t('Access code')}
          name="accessCode"
          defaultValue={initialCode || returned?.typed}
          error={problem}
          onChange={(event) => change(event.currentTarget.value.toUpperCase())}
          onPaste={paste}
          maxLength={ACCESS_CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          readOnly={isBusy}
        />
        <Button type="submit" fullWidth mt="md" disabled={isBusy} leftSection={<IconKey size={22} aria-hidden />}>
          {isBusy ? t('Accessing...') : t('Access Order')}
        </Button>
      </form>
    </section>
  );
}
