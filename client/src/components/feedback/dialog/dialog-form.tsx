import { Button, Group, Stack } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, type ReactNode, type Ref, use, useEffect } from 'react';
import { PendingButton } from '../pending-button.tsx';
import { DialogFooter, FormStateOfDialog } from './dialog.tsx';

interface DialogFormProps {
  /** `onSend(…)` or `onSubmit(…)` of `useZodForm`, or what a form without a schema does. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Absent where the form is part of a page. */
  onCancel?: (() => void) | undefined;
  cancel?: string;
  /** The verb on the button, and what it says while it works. */
  send: string;
  sending?: string;
  isPending?: boolean;
  isDisabled?: boolean;
  /** What a press does now, where that changes in place (PendingButton). */
  purpose?: string;
  color?: string;
  /** Next to the buttons, at the other end of their line. */
  aside?: ReactNode;
  /** Above the buttons: why the form was not sent. */
  obstacle?: ReactNode;
  'aria-label'?: string;
  ref?: Ref<HTMLFormElement>;
  /** Of what cannot be undone: a press of Enter does nothing. */
  focusesCancel?: boolean;
  children: ReactNode;
}

/**
 * A form in a dialog: its fields, and its buttons in view below them. A second press while it works does nothing, and
 * Escape asks about what was typed.
 */
export function DialogForm({
  onSubmit,
  onCancel,
  cancel = t('Cancel'),
  send,
  sending = send,
  isPending = false,
  isDisabled = false,
  purpose = '',
  color,
  aside,
  obstacle,
  focusesCancel = false,
  children,
  ...more
}: DialogFormProps) {
  const tellDialog = use(FormStateOfDialog);
  useEffect(() => {
    tellDialog('untouched');
    return () => tellDialog('none');
  }, [tellDialog]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onSubmit(event);
  };
  const buttons = (
    <Group justify={aside ? 'space-between' : 'flex-end'} gap="sm">
      {aside}
      <Group gap="sm" ml="auto">
        {onCancel && (
          <Button variant="default" onClick={onCancel} {...(focusesCancel ? { 'data-autofocus': true } : {})}>
            {cancel}
          </Button>
        )}
        <PendingButton type="submit" isPending={isPending} disabled={isDisabled} purpose={purpose} color={color}>
          {isPending ? sending : send}
        </PendingButton>
      </Group>
    </Group>
  );
  return (
    <form onSubmit={submit} onInput={() => tellDialog('typed in')} noValidate {...more}>
      <Stack>{children}</Stack>
      {onCancel ? (
        <DialogFooter>
          {obstacle}
          {buttons}
        </DialogFooter>
      ) : (
        <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>{buttons}</div>
      )}
    </form>
  );
}
