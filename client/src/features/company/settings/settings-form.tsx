import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { showField } from '../../../lib/forms/focus-first.ts';

interface SettingsFormProps {
  id: string;
  title: string;
  text: string;
  isChanged: boolean;
  isPending: boolean;
  onSave: () => Promise<void>;
  children: ReactNode;
}

/** One group of the company's settings with its own button: saving one leaves the others as they are. */
export function SettingsForm({ id, title, text, isChanged, isPending, onSave, children }: SettingsFormProps) {
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await onSave();
    showField(form.querySelector<HTMLElement>('[aria-invalid="true"]'));
  };
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text}
      </Text>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="sm">
            {isChanged && (
              <Text size="sm" c="dimmed">
                Not saved yet
              </Text>
            )}
            <PendingButton type="submit" size="sm" isPending={isPending}>
              {isPending ? 'Saving...' : `Save ${title.toLowerCase()}`}
            </PendingButton>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
