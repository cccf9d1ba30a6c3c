import { Button, Group, Stack, Textarea } from '@mantine/core';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, type ReactNode, useState } from 'react';

interface ReasonFormProps {
  label: string;
  description: string;
  action: string;
  isSaving: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
  /** What it is about, above the field. */
  children: ReactNode;
}

/** Asks for the reason that history keeps, before something unusual is done. */
export function ReasonForm({ label, description, action, isSaving, onClose, onSubmit, children }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (reason.trim() !== '') onSubmit(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <Textarea
          label={label}
          description={description}
          withAsterisk
          data-autofocus
          autosize
          minRows={2}
          maxLength={NAME_MAX}
          value={reason}
          error={isAsked && reason.trim() === '' ? t('Enter a reason') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Leave it')}
          </Button>
          <Button type="submit" color="amber" loading={isSaving}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
