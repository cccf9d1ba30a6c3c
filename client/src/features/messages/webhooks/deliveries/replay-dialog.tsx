import { Group, Text, TextInput } from '@mantine/core';
import { dayAt, minutesAt, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { EVENT_DAYS, REPLAY_MAX } from '@quickfleet/shared/limits';
import type { Webhook } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { z } from 'zod';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { formatNumber } from '../../../../lib/words/format.ts';
import { useReplayRange } from '../webhook-mutations.ts';

const { timeZone } = brand;
/** What the field of a browser holds: the company's day and time. */
function fieldOf(at: Date): string {
  const minutes = minutesAt(at, timeZone);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${dayAt(at, timeZone)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, { error: t('Enter a day and a time') })
  .transform((text) => {
    const [day = '', time = ''] = text.split('T');
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return momentOf(day, hours * 60 + minutes, timeZone);
  });
const range = z
  .object({ after: moment, before: moment })
  .refine(({ after, before }) => before > after, { path: ['before'], error: t('Choose a moment after the first one') });
const DAY_MS = 86_400_000;

function RangeForm({ of: { id }, onDone }: { of: Webhook; onDone: () => void }) {
  const replay = useReplayRange();
  const [now] = useState(() => Date.now());
  const { form, onSubmit, showErrors } = useZodForm(
    range,
    // The next whole minute: what has just happened is part of it.
    { after: fieldOf(new Date(now - DAY_MS)), before: fieldOf(new Date(now + 60_000)) },
    { mode: 'controlled' },
  );
  const earliest = fieldOf(new Date(now - EVENT_DAYS * DAY_MS));
  return (
    <DialogForm
      onSubmit={onSubmit(({ after, before }) =>
        replay.mutate(
          { id, after: after.toISOString(), before: before.toISOString() },
          { onSuccess: onDone, onError: (error) => showErrors(issuesOf(error)) },
        ),
      )}
      onCancel={onDone}
      send={t('Send again')}
      isPending={replay.isPending}
    >
      <Text size="sm">
        {t(
          'Sends the events of its types that happened in this time, whether they were sent then or not, oldest first. Each keeps its id, so a program that remembers ids handles nothing twice.',
        )}
      </Text>
      <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
        <TextInput
          type="datetime-local"
          label={t('From (time)')}
          miw={220}
          min={earliest}
          data-autofocus
          {...form.getInputProps('after')}
        />
        <TextInput
          type="datetime-local"
          label={t('Until')}
          miw={220}
          min={earliest}
          {...form.getInputProps('before')}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('Times of {timeZone}. At most {max} events of the last {days} days.', {
          timeZone,
          max: formatNumber(REPLAY_MAX),
          days: EVENT_DAYS,
        })}
      </Text>
    </DialogForm>
  );
}

/** Sends the events of a span of time again. */
export function ReplayDialog({ of, onClose }: { of: Webhook | undefined; onClose: () => void }) {
  return (
    <DialogOf of={of} onClose={onClose} title={t('Replay a range')} size="lg">
      {(shown) => <RangeForm of={shown} onDone={onClose} />}
    </DialogOf>
  );
}
