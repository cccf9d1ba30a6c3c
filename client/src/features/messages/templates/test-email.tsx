import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { testTemplate } from '@quickfleet/shared/messages/templates';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { showField } from '../../../lib/forms/focus-first.ts';
import { rich } from '../../../lib/words/rich.tsx';
import { emailRequired, invalidEmail, useTestEmail } from './template-mutations.ts';

/** Sends the saved template with sample values to one address. */
export function TestEmail({ id, isDirty, isSms = false }: { id: number; isDirty: boolean; isSms?: boolean }) {
  const { send, isSending } = useTestEmail();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const [sentId, setSentId] = useState<number>();
  const input = useRef<HTMLInputElement>(null);

  const refuse = (message: string) => {
    setProblem(message);
    showField(input.current);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSentId(undefined);
    if (address.trim() === '') {
      emailRequired();
      return refuse(t('Email required'));
    }
    const checked = testTemplate.shape.testEmail.safeParse(address);
    if (!checked.success) {
      const message = checked.error.issues[0]?.message ?? '';
      invalidEmail(message);
      return refuse(message);
    }
    setProblem(undefined);
    try {
      setSentId((await send(id, checked.data)).emailId);
    } catch {
      // The toast shows it; the address stays for another try.
      input.current?.focus();
    }
  };

  return (
    <Stack gap="xs" component="section" aria-label={t('Test Email')}>
      <div>
        <Text fw={600}>{t('Test Email')}</Text>
        <Text size="sm" c="dimmed">
          {isDirty
            ? t('Sends the saved version: save first to test your changes.')
            : t(
                'Sends {isSms, select, yes {the text of this SMS as an e-mail} other {this template}} with sample values to one address.',
                { isSms: isSms ? 'yes' : 'no' },
              )}
        </Text>
      </div>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            ref={input}
            flex="1 1 220px"
            maw={360}
            type="email"
            inputMode="email"
            autoComplete="email"
            aria-label={t('Test email address')}
            placeholder="you@example.com"
            value={address}
            onChange={(event) => {
              setAddress(event.currentTarget.value);
              setProblem(undefined);
            }}
            error={problem}
          />
          <Button type="submit" variant="default" leftSection={<IconSend size={18} aria-hidden />} loading={isSending}>
            {t('Send Test Email')}
          </Button>
        </Group>
      </form>
      {sentId !== undefined && (
        <Text size="sm" role="status">
          {rich('The test e-mail is written. {link}', {
            link: (
              <Anchor component={Link} href={`${paths.adminMailbox}?mail=${sentId}`} underline="always">
                {t('Open it in the Mailbox')}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </Stack>
  );
}
