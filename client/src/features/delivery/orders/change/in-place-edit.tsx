import { ActionIcon, Button, Group, Popover, Skeleton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconCalendarTime, IconCurrencyDollar, IconNote } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConflictNotice } from '../../../../components/feedback/conflict-notice.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { PriceInput } from '../../../../components/forms/price-input.tsx';
import { orderErrors } from '../../../../components/order-form/order-content.ts';
import { OrderNoteFields } from '../../../../components/order-form/order-parts.tsx';
import { Hint } from '../../../../components/text/hint.tsx';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { useAuth } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePricesIncludeTax } from '../../../../lib/api/use-price-rule.ts';
import { useConflicts } from '../../../../lib/forms/use-conflicts.ts';
import { useZodForm, type ZodForm } from '../../../../lib/forms/use-zod-form.ts';
import styles from '../list/orders.module.css';
import { changeCheck, changesOf, differencesOf, doClash, type OrderValues, valuesOf } from './order-form-values.ts';
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
    width: 300,
  },
};
interface FieldsProps {
  part: OrderPart;
  form: ZodForm<OrderValues>;
  order: Order;
  onReason: (reason: string) => void;
}
function Fields({ part, form, order, onReason }: FieldsProps) {
  if (part === 'window') return <WindowFields form={form} />;
  if (part === 'price')
    return (
      <>
        <PriceInput
          key={form.key('quotePrice')}
          data-autofocus
          currency={order.currency}
          {...form.getInputProps('quotePrice')}
        />
        {order.priceBasis !== null && (
          <TextInput
            label={t('Reason (optional)')}
            autoComplete="off"
            maxLength={NAME_MAX}
            onChange={(event) => onReason(event.currentTarget.value)}
          />
        )}
      </>
    );
  return <OrderNoteFields form={form} hasFocus />;
}

/** One part of an order, saved as the whole form saves it: with the version that was read, and both sides of a clash. */
interface PartFormProps {
  part: OrderPart;
  order: Order;
  includesTax: boolean;
  onDone: () => void;
}
function PartForm({ part, order, includesTax, onDone }: PartFormProps) {
  const { client } = trpc.useUtils();
  const update = useUpdateOrder();
  const [reason, setReason] = useState('');
  const { form, onSubmit, showErrors } = useZodForm(changeCheck, valuesOf(order, includesTax));
  const { read, theirs, save, keepMine, takeTheirs } = useConflicts<Order, OrderValues>(order, {
    send: async (typed, from, version) => {
      const changes = changesOf(typed, valuesOf(from, includesTax), includesTax);
      const why = part === 'price' && reason.trim() !== '' ? { priceBasis: { reason } } : {};
      if (Object.keys(changes).length > 0) await update.mutateAsync({ id: order.id, version, ...changes, ...why });
    },
    readPresent: () => client.orders.get.query({ id: order.id }),
    haveClashed: (typed, present, from) => doClash(typed, valuesOf(present, includesTax), valuesOf(from, includesTax)),
    onSaved: onDone,
    onRefused: (error) => showErrors(orderErrors(issuesOf(error))),
    onUnread: compareFailed,
  });
  return (
    <form onSubmit={onSubmit((_, values) => void save(values))} noValidate>
      <Stack gap="sm">
        {theirs && (
          <ConflictNotice
            what={t('order')}
            differences={differencesOf(form.getValues(), valuesOf(theirs, includesTax), valuesOf(read, includesTax))}
            onKeepMine={() => keepMine(form.getValues())}
            onUseTheirs={() => takeTheirs((present) => form.setValues(valuesOf(present, includesTax)))}
            isSaving={update.isPending}
          />
        )}
        <Fields part={part} form={form} order={order} onReason={setReason} />
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
  const includesTax = usePricesIncludeTax();
  if (order.isError) return <QueryError title={t('The order could not be loaded')} query={order} />;
  if (!order.data || order.isPending) return <Skeleton h={120} aria-busy />;
  return (
    <PartForm key={String(includesTax)} part={part} order={order.data} includesTax={includesTax} onDone={onDone} />
  );
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
