import { Textarea } from '@mantine/core';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';

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
  const submit = () => {
    setAsked(true);
    if (reason.trim() !== '') onSubmit(reason.trim());
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      cancel={t('Leave it')}
      send={action}
      isPending={isSaving}
      color="amber"
    >
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
    </DialogForm>
  );
}
