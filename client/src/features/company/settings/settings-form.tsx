import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { createContext, type FormEvent, type ReactNode, use } from 'react';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { showField } from '../../../lib/forms/focus-first.ts';

/** Where a form is a step of something longer: what its button says, and what comes after it. */
export interface FormStep {
  saveText: string;
  /** In place of saving, where nothing was changed. */
  keepText: string;
  onKept: () => void;
  onSaved: () => void;
}
export const FormStepContext = createContext<FormStep | undefined>(undefined);

interface SettingsFormProps {
  id: string;
  title: string;
  text: string;
  isChanged: boolean;
  isPending: boolean;
  /** Answers whether it worked. */
  onSave: () => Promise<boolean>;
  children: ReactNode;
}

/** One group of the company's settings with its own button: saving one leaves the others as they are. */
export function SettingsForm({ id, title, text, isChanged, isPending, onSave, children }: SettingsFormProps) {
  const step = use(FormStepContext);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (step && !isChanged) return step.onKept();
    if (await onSave()) return step?.onSaved();
    showField(form.querySelector<HTMLElement>('[aria-invalid="true"]'));
  };
  const saveText = step
    ? isChanged
      ? step.saveText
      : step.keepText
    : t('Save {title}', { title: labelWithin(title) });
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
            {isChanged && !step && (
              <Text size="sm" c="dimmed">
                {t('Not saved yet')}
              </Text>
            )}
            <PendingButton type="submit" size="sm" isPending={isPending}>
              {isPending ? t('Saving...') : saveText}
            </PendingButton>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
