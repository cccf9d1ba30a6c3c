import { ActionIcon, Button, Group, Popover, Skeleton, Stack, Textarea, UnstyledButton } from '@mantine/core';
import { currencySign } from '@quickfleet/shared/base/money/money';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconCalendarTime, IconCurrencyDollar, IconNote } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConflictNotice } from '../../../../components/feedback/conflict-notice.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { Hint } from '../../../../components/text/hint.tsx';
import { windowErrors } from '../../../../components/window-field/window-draft.ts';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { useAuth } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useConflicts } from '../../../../lib/forms/use-conflicts.ts';
import { useZodForm, type ZodForm } from '../../../../lib/forms/use-zod-form.ts';
import styles from '../list/orders.module.css';
import {
  changeCheck,
  changesOf,
  differencesOf,
  doClash,
  fieldNames,
  type OrderValues,
  valuesOf,
} from './order-form-values.ts';
import { compareFailed, useUpdateOrder } from './order-mutations.ts';

export type OrderPart = 'window' | 'notes' | 'price';
const parts: Readonly<
  Record<OrderPart, { icon: Icon; text: string; name: (of: { number: string }) => string; width: number }>
> = {
  window: {
    icon: IconCalendarTime,
    text: t('Change the times'),
    name: (of) => t('Change the times of {number}', of),
    width: 380,
  },
  notes: {
    icon: IconNote,
    text: t('Change the notes'),
    name: (of) => t('Change the notes of {number}', of),
    width: 340,
  },
  price: {
    icon: IconCurrencyDollar,
    text: t('Change the total'),
    name: (of) => t('Change the total of {number}', of),
    width: 260,
  },
};
const noteFields = ['notes', 'driverNotes', 'officeNotes'] as const;

function Fields({ part, form, order }: { part: OrderPart; form: ZodForm<OrderValues>; order: Order }) {
  if (part === 'window') return <WindowFields form={form} />;
  if (part === 'price')
    return (
      <AmountInput
        key={form.key('quotePrice')}
        data-autofocus
        label={t('Total ({currency})', { currency: currencySign(order.currency) })}
        {...form.getInputProps('quotePrice')}
      />
    );
  return noteFields.map((name, place) => (
    <Textarea
      key={form.key(name)}
      {...(place === 0 ? { 'data-autofocus': true } : {})}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={NOTES_MAX}
      label={fieldNames[name]}
      {...form.getInputProps(name)}
    />
  ));
}

/** One part of an order, saved as the whole form saves it: with the version that was read, and both sides of a clash. */
function PartForm({ part, order, onDone }: { part: OrderPart; order: Order; onDone: () => void }) {
  const { client } = trpc.useUtils();
  const update = useUpdateOrder();
  const { form, onSubmit, showErrors } = useZodForm(changeCheck, valuesOf(order));
  const { read, theirs, save, keepMine, takeTheirs } = useConflicts<Order, OrderValues>(order, {
    send: async (typed, from, version) => {
      const changes = changesOf(typed, valuesOf(from));
      if (Object.keys(changes).length > 0) await update.mutateAsync({ id: order.id, version, ...changes });
    },
    readPresent: () => client.orders.get.query({ id: order.id }),
    haveClashed: (typed, present, from) => doClash(typed, valuesOf(present), valuesOf(from)),
    onSaved: onDone,
    onRefused: (error) => showErrors(windowErrors(issuesOf(error))),
    onUnread: compareFailed,
  });
  return (
    <form onSubmit={onSubmit((_, values) => void save(values))} noValidate>
      <Stack gap="sm">
        {theirs && (
          <ConflictNotice
            what={t('order')}
            differences={differencesOf(form.getValues(), valuesOf(theirs), valuesOf(read))}
            onKeepMine={() => keepMine(form.getValues())}
            onUseTheirs={() => takeTheirs((present) => form.setValues(valuesOf(present)))}
            isSaving={update.isPending}
          />
        )}
        <Fields part={part} form={form} order={order} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" size="xs" disabled={theirs !== undefined} loading={update.isPending}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LoadedPart({ part, id, onDone }: { part: OrderPart; id: number; onDone: () => void }) {
  // What is changed is what is there now, not what the list read a while ago.
  const order = trpc.orders.get.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  if (order.isError) return <QueryError title={t('The order could not be loaded')} query={order} />;
  if (!order.data || order.isPending) return <Skeleton h={120} aria-busy />;
  return <PartForm part={part} order={order.data} onDone={onDone} />;
}

interface InPlaceEditProps {
  part: OrderPart;
  order: Pick<OrderRow, 'id' | 'status' | 'trackingNumber'>;
  /** Inside a dialog, which keeps the focus to itself. */
  isInDialog?: boolean;
  /** The value, which is pressed itself; an icon without one. */
  children?: ReactNode;
}
/** A value of an order that opens its fields right there; the value alone for who may not, or once it is over. */
export function InPlaceEdit({ part, order, isInDialog = false, children }: InPlaceEditProps) {
  const { user } = useAuth();
  const [isOpen, setOpen] = useState(false);
  if (!can(user?.role, 'orders.update') || !isOpenOrder(order.status)) return children;
  const { icon: PartIcon, text, name, width } = parts[part];
  const label = name({ number: formatTracking(order.trackingNumber) });
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={`min(${width}px, calc(100vw - 32px))`}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      closeOnClickOutside={false}
      withinPortal={!isInDialog}
      portalProps={{ target: '#main' }}
    >
      <Popover.Target>
        {children ? (
          <UnstyledButton className={styles.inPlace} title={text} onClick={() => setOpen(!isOpen)}>
            {children}
            <span className="visually-hidden">{label}</span>
          </UnstyledButton>
        ) : (
          <Hint label={text}>
            <ActionIcon size="md" aria-label={label} onClick={() => setOpen(!isOpen)}>
              <PartIcon size={16} aria-hidden />
            </ActionIcon>
          </Hint>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {isOpen && <LoadedPart part={part} id={order.id} onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
