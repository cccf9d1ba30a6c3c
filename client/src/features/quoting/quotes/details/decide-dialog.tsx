import { Text, Textarea, TextInput } from '@mantine/core';
import { NAME_MAX, NOTES_MAX } from '@quickfleet/shared/limits';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { useDecideOnBehalf } from '../work/agreement-mutations.ts';

export type Decision = 'accept' | 'decline';
const words: Record<Decision, { title: string; action: string; busy: string; reason: string }> = {
  accept: {
    title: t('Accept on behalf of the customer'),
    action: t('Accept on behalf'),
    busy: t('Accepting...'),
    reason: t('How did they say so?'),
  },
  decline: {
    title: t('Decline on behalf of the customer'),
    action: t('Decline on behalf'),
    busy: t('Declining...'),
    reason: t('Why did they decline?'),
  },
};

function DecideForm({ quote, decision, onClose }: { quote: Quote; decision: Decision; onClose: () => void }) {
  const { accept, decline } = useDecideOnBehalf();
  const [name, setName] = useState(quote.customer.name);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isPending = accept.isPending || decline.isPending;
  const { action, busy, reason: label } = words[decision];

  const send = () => {
    if (!reason.trim()) return setProblem(t('Write it down: it stays with the agreement'));
    const ends = { onSuccess: onClose, onError: (error: unknown) => setProblem(messageOf(error)) };
    if (decision === 'accept') accept.mutate({ id: quote.id, name: name.trim(), reason: reason.trim() }, ends);
    else decline.mutate({ id: quote.id, reason: reason.trim() }, ends);
  };
  return (
    <DialogForm
      onSubmit={send}
      color={decision === 'decline' ? 'red' : undefined}
      onCancel={onClose}
      send={action}
      sending={busy}
      isPending={isPending}
    >
      <Text size="sm">{t('It is kept with your name and the time, and the customer reads it on their page.')}</Text>
      {decision === 'accept' && (
        <TextInput
          label={t('Who accepted?')}
          value={name}
          maxLength={NAME_MAX}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={label}
        withAsterisk
        aria-required
        placeholder={decision === 'accept' ? t('By phone, at 10:15') : t('Found another courier')}
        autosize
        minRows={2}
        maxLength={NOTES_MAX}
        data-autofocus
        value={reason}
        error={problem}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
    </DialogForm>
  );
}

/** The customer said yes or no by word of mouth: the reason stays with it. */
export function DecideDialog({
  quote,
  decision,
  onClose,
}: {
  quote: Quote;
  decision: Decision | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={decision !== undefined}
      onClose={onClose}
      title={decision ? words[decision].title : ''}
      size="md"
      zIndex={300}
    >
      {decision && <DecideForm quote={quote} decision={decision} onClose={onClose} />}
    </Dialog>
  );
}
