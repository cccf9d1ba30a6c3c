import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconDice5 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Four groups of four, easy to read out; 31 symbols without look-alikes make 79 bits. */
function newPassword(): string {
  // 248 is the largest multiple of 31 in a byte: values above it would favour the first letters.
  const letters: string[] = [];
  while (letters.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < 248 && letters.length < 16) letters.push(LETTERS[byte % 31] ?? '');
  }
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-');
}

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
}

/** A password for another user: typed, or generated and copied once. */
export function PasswordField({ label, value, onChange, error }: PasswordFieldProps) {
  return (
    <Stack gap={6}>
      <PasswordInput
        label={label}
        description={t('At least {count} characters. Give it to them yourself: it cannot be shown again.', {
          count: PASSWORD_MIN,
        })}
        autoComplete="new-password"
        withAsterisk
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDice5 size={16} aria-hidden />}
          onClick={() => onChange(newPassword())}
        >
          {t('Generate a password')}
        </Button>
        {value && (
          <Group gap={2}>
            <Text size="sm" className="mono">
              {/^[a-z\d]{4}(-[a-z\d]{4}){3}$/.test(value) ? value : ''}
            </Text>
            <CopyButton value={value} what={t('password')} />
          </Group>
        )}
      </Group>
    </Stack>
  );
}
