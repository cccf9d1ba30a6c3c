import { Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { type ResolutionKind, resolutionKinds } from '@quickfleet/shared/company/proof/failure-words';
import { isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { findWindowFaults } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { type RefObject, useRef } from 'react';
import { z } from 'zod';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import {
  noDraft,
  typedWindow,
  type WindowDraft,
  type WindowName,
  windowErrors,
  windowOfDraft,
} from '../../../../components/window-field/window-draft.ts';
import { WindowField } from '../../../../components/window-field/window-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { driverName } from '../cells/driver-cell.tsx';
import { useResolveOrder } from '../change/order-mutations.ts';
import { failureTitle, lastFailure } from '../details/failure-note.tsx';
import { useDrivers } from '../list/use-orders.ts';

const KEEP_DRIVER = 'keep';
const NO_DRIVER = '';

/** The office's decision while it is typed. Only the next stop's window is filled. */
type ResolutionDraft = Record<WindowName, WindowDraft> & {
  kind: ResolutionKind;
  driver: string;
  note: string;
};
export const newResolution: ResolutionDraft = {
  kind: 'retry',
  pickupWindow: noDraft,
  deliveryWindow: noDraft,
  driver: KEEP_DRIVER,
  note: '',
};

const windowNameOf = (order: Pick<Order, 'status'>): WindowName =>
  isBeforePickup(order.status) ? 'pickupWindow' : 'deliveryWindow';

const draft = z.object({ day: z.string(), from: z.string(), to: z.string(), days: z.number() });
const whole = typedWindow({ needsTimes: true });
/** A half-filled window is an error at its field; fields that the choice does not use are ignored. */
export const resolutionCheck = z
  .object({
    kind: z.enum(resolutionKinds),
    pickupWindow: draft,
    deliveryWindow: draft,
    driver: z.string(),
    note: z.string().max(NAME_MAX, { error: t('At most {max} characters', { max: NAME_MAX }) }),
  })
  .superRefine((values, ctx) => {
    if (values.kind === 'cancel') return;
    for (const name of ['pickupWindow', 'deliveryWindow'] as const)
      for (const { message, path } of whole.safeParse(values[name]).error?.issues ?? [])
        ctx.addIssue({ code: 'custom', message, path: [name, ...path] });
    const windows = {
      pickupWindow: windowOfDraft(values.pickupWindow),
      deliveryWindow: windowOfDraft(values.deliveryWindow),
    };
    for (const { message, path } of findWindowFaults(windows, new Date()))
      ctx.addIssue({ code: 'custom', message, path: path.split('.') });
  });

export function toResolution(order: Pick<Order, 'id' | 'status'>, { kind, driver, note, ...windows }: ResolutionDraft) {
  const name = windowNameOf(order);
  const window = windowOfDraft(windows[name]);
  return {
    id: order.id,
    kind,
    ...(window && kind !== 'cancel' ? { [name]: window } : {}),
    ...(kind === 'retry' && driver !== KEEP_DRIVER ? { driverId: driver === NO_DRIVER ? null : Number(driver) } : {}),
    ...(note.trim() ? { note: note.trim() } : {}),
  };
}

interface ResolveFormProps {
  order: Order;
  /** What was typed, over a dialog that was closed and is opened again. */
  typed: RefObject<ResolutionDraft>;
  onClose: () => void;
}

function ResolveForm({ order, typed, onClose }: ResolveFormProps) {
  const drivers = useDrivers(true).data ?? [];
  const resolve = useResolveOrder();
  const { form, onSend } = useZodForm(resolutionCheck, typed.current, {
    mode: 'controlled',
    onValuesChange: (values) => {
      typed.current = values;
    },
  });
  const { kind } = form.values;
  const isBefore = isBeforePickup(order.status);
  const isPartial = order.outcome === 'partial';
  const legends = { retry: isBefore ? t('New pickup window') : t('New delivery window'), return: t('Return window') };

  const send = async (decision: ResolutionDraft) => {
    await resolve.mutateAsync(toResolution(order, decision));
    typed.current = newResolution;
    onClose();
  };
  return (
    <DialogForm
      onSubmit={onSend(send, (error) => windowErrors(issuesOf(error)))}
      onCancel={onClose}
      cancel={t('Not yet')}
      send={t('Save decision')}
      isPending={resolve.isPending}
    >
      <Radio.Group label={t('Next step')} {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="retry"
            label={t('Try again')}
            description={t('Plan a new attempt, with a new window if you enter one')}
          />
          {!isBefore && (
            <Radio value="return" label={t('Return to sender')} description={t('It goes back to the pickup address')} />
          )}
          <Radio
            value="cancel"
            label={isPartial ? t('Close it as it is') : t('Cancel the order')}
            description={
              isPartial ? t('What was handed over stays delivered') : t('It ends here, wherever the items are')
            }
          />
        </Stack>
      </Radio.Group>
      {kind !== 'cancel' && <WindowField form={form} name={windowNameOf(order)} legend={legends[kind]} />}
      {kind === 'retry' && (
        <Select
          label={t('Driver')}
          allowDeselect={false}
          data={[
            {
              value: KEEP_DRIVER,
              label: order.driver ? t('Keep {name}', { name: driverName(order.driver) }) : t('Keep unassigned'),
            },
            ...(isBefore && order.driver ? [{ value: NO_DRIVER, label: t('Unassigned for now') }] : []),
            ...drivers
              .filter(({ id }) => id !== order.driver?.id)
              .map((driver) => ({ value: String(driver.id), label: displayName(driver) })),
          ]}
          {...form.getInputProps('driver')}
        />
      )}
      <Textarea
        label={t('Note for the customer')}
        description={
          order.customerEmail
            ? t('The customer reads it on their page and in an e-mail')
            : t('The customer reads it on their page; there is no e-mail address')
        }
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}

function WhatHappened({ order }: { order: Order }) {
  const last = lastFailure(order);
  if (!last) return null;
  const words = [last.reasonName ?? last.reason, last.noteCustomer, last.noteOffice].filter(Boolean).join(' · ');
  return (
    <Text size="sm" c="dimmed" mb="md">
      {failureTitle(order, last)}
      {words && `: ${words}`}
    </Text>
  );
}

export function ResolveDialog({ order, opened, onClose }: { order: Order; opened: boolean; onClose: () => void }) {
  const typed = useRef(newResolution);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Choose what happens next')} size="lg">
      <WhatHappened order={order} />
      <ResolveForm order={order} typed={typed} onClose={onClose} />
    </Dialog>
  );
}
