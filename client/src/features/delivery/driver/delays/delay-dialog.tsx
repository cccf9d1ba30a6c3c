import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type DelayReason, delayReasons, delayWords } from '@quickfleet/shared/delivery/eta/delay-words';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { DELAY_MINUTES_MAX, DELAY_MINUTES_MIN, DELAY_WORDS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useRef, useState } from 'react';
import { formatNumber } from '../../../../lib/words/format.ts';
import { plainNumber } from '../../../../lib/words/typed-number.ts';
import { DialogTitle } from '../asking/dialog-title.tsx';
import { record } from '../portal/drivers-mutations.ts';

interface DelayDialogProps {
  order: Pick<Order, 'id' | 'trackingNumber' | 'customerName'>;
  /** It counts for the other deliveries of the driver's day too. */
  isForDay: boolean;
  opened: boolean;
  onClose: () => void;
}

const OFFERED = [10, 20, 30, 60] as const;

/** Undefined: as the plan says. */
function readMinutes(typed: string): number | 'wrong' | undefined {
  if (typed.trim() === '') return undefined;
  const minutes = Number(plainNumber(typed));
  const isRight = Number.isInteger(minutes) && minutes >= DELAY_MINUTES_MIN && minutes <= DELAY_MINUTES_MAX;
  return isRight ? minutes : 'wrong';
}

/** One tap on the reason, or a few words where none of them fits. */
function Reasons({ order, isForDay, onClose }: Omit<DelayDialogProps, 'opened'>) {
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string>();
  const [typed, setTyped] = useState('');
  const [minutesProblem, setMinutesProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const say = async (reason: DelayReason, own: string | null) => {
    const minutes = readMinutes(typed);
    if (minutes === 'wrong') {
      setMinutesProblem(t('Enter {min} to {max} minutes', { min: DELAY_MINUTES_MIN, max: DELAY_MINUTES_MAX }));
      field.current?.focus();
      return;
    }
    setSaving(true);
    try {
      await record(order.id, { kind: 'delay', reason, words: own, ...(minutes === undefined ? {} : { minutes }) });
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
  const change = (text: string) => {
    setTyped(text);
    setMinutesProblem(undefined);
  };
  const minutesField = (
    <div>
      <TextInput
        ref={field}
        label={t('Minutes late')}
        description={t('Leave it empty to use the plan’s time.')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={minutesProblem}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs" grow>
        {OFFERED.map((minutes) => (
          <Button
            key={minutes}
            variant={typed === String(minutes) ? 'filled' : 'default'}
            px={4}
            aria-pressed={typed === String(minutes)}
            aria-label={t('{minutes} minutes late', { minutes })}
            onClick={() => change(typed === String(minutes) ? '' : String(minutes))}
          >
            {formatNumber(minutes)}
          </Button>
        ))}
      </Group>
    </div>
  );
  if (isTyping)
    return (
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          {minutesField}
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
      {minutesField}
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
  const title = <DialogTitle title={t('Why are you running late?')} order={props.order} />;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={420} radius="lg" padding="md">
      {opened && <Reasons {...props} onClose={onClose} />}
    </Modal>
  );
}
