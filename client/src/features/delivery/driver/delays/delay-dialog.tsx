import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type DelayReason, delayReasons, delayWords } from '@quickfleet/shared/delivery/eta/delay-words';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { DELAY_WORDS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useState } from 'react';
import { record } from '../portal/drivers-mutations.ts';

interface DelayDialogProps {
  order: Pick<Order, 'id'>;
  /** It counts for the other deliveries of the driver's day too. */
  isForDay: boolean;
  opened: boolean;
  onClose: () => void;
}

/** One tap on the reason, or a few words where none of them fits. */
function Reasons({ order, isForDay, onClose }: Omit<DelayDialogProps, 'opened'>) {
  const [isTyping, setTyping] = useState(false);
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const say = async (reason: DelayReason, own: string | null) => {
    setSaving(true);
    try {
      await record(order.id, { kind: 'delay', reason, words: own });
      onClose();
    } finally {
      setSaving(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const own = words.trim();
    if (own === '') setProblem(t('Say in a few words what happened'));
    else void say('other', own);
  };
  if (isTyping)
    return (
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('What happened?')}
            description={t('The customer reads these words.')}
            data-autofocus
            autoFocus
            autoComplete="off"
            maxLength={DELAY_WORDS_MAX}
            value={words}
            error={problem}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" size="lg" loading={isSaving}>
            {t('Send')}
          </Button>
        </Stack>
      </form>
    );
  return (
    <Stack gap="sm">
      {delayReasons.map((reason) => (
        <Button
          key={reason}
          variant="default"
          size="lg"
          disabled={isSaving}
          onClick={() => (reason === 'other' ? setTyping(true) : void say(reason, null))}
        >
          {delayWords[reason]}
        </Button>
      ))}
      <Text size="sm" c="dimmed">
        {isForDay
          ? t('Customers of today’s deliveries that are late see it with their expected time.')
          : t('The customer sees it with the expected time.')}
      </Text>
    </Stack>
  );
}

export function DelayDialog({ opened, onClose, ...props }: DelayDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('Why are you running late?')} size={420} radius="lg" padding="md">
      {opened && <Reasons {...props} onClose={onClose} />}
    </Modal>
  );
}
