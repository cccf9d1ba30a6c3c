import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { CreateOrder } from '@quickfleet/shared/delivery/orders';
import type { Customer } from '@quickfleet/shared/people/customers';
import { useEffect, useState } from 'react';
import { useCustomerChoice } from '../../../../components/customer-choice/use-customer-choice.ts';
import { usePendingPhotos } from '../../../../components/delivery-form/use-pending-photos.ts';
import { useSaveOnLeave } from '../../../../components/delivery-form/use-save-on-leave.ts';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { CustomerPart } from './customer-part.tsx';
import { DriverAndPricePart } from './driver-and-price-part.tsx';
import { ItemsPart } from './items-part.tsx';
import styles from './new-order.module.css';
import { NotesPart } from './notes-part.tsx';
import { type OrderDraft, orderCheck, orderErrors, toCreate } from './order-values.ts';
import { ProofPart } from './proof-part.tsx';
import { RoutePart } from './route-part.tsx';

export interface NewOrderFormProps {
  initial: OrderDraft;
  /** Chosen already, by the page that led here. */
  customer: Customer | undefined;
  isPending: boolean;
  /** Resolves to 'done', or to what the server found wrong, by field; empty where that was shown elsewhere. */
  onSend: (order: CreateOrder) => Promise<'done' | Record<string, string>>;
  onKeep: (values: OrderDraft, hasChanges: boolean) => void;
  /** The form goes away with something in it that was neither sent nor put aside. */
  onLeave: (values: OrderDraft) => void;
}

/** The staff's order form: customer, route, items, proof, time, driver and price. */
export function NewOrderForm({ initial, customer, isPending, onSend, onKeep, onLeave }: NewOrderFormProps) {
  const { form, onSubmit, showErrors } = useZodForm(orderCheck, initial);
  const photos = usePendingPhotos();
  const [wasStopped, setStopped] = useState(false);
  const choice = useCustomerChoice(form, customer);
  const isDone = useLeaving(form, onLeave);
  // On a phone the keyboard would cover the page.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) choice.search.current?.focus({ preventScroll: true });
  }, []);

  const send = async (order: CreateOrder) => {
    setStopped(photos.obstacle !== undefined);
    if (photos.obstacle) return;
    isDone.current = true;
    const outcome = await onSend(order);
    if (outcome === 'done') return;
    isDone.current = false;
    const errors = orderErrors(outcome);
    choice.reveal(errors);
    if (Object.keys(errors).length > 0) showErrors(errors);
  };
  const keep = () => {
    const hasChanges = form.isDirty();
    isDone.current = hasChanges;
    onKeep(form.getValues(), hasChanges);
  };
  const submit = onSubmit((checked) => void send(toCreate(checked)));

  return (
    <form
      onSubmit={(event) => {
        choice.reveal(form.validate().errors);
        submit(event);
      }}
      noValidate
      aria-label="New order"
    >
      <div className={styles.columns}>
        <div className={styles.column}>
          <CustomerPart form={form} choice={choice} />
          <RoutePart form={form} choice={choice} />
          <ItemsPart form={form} photos={photos} />
          <ProofPart form={form} customer={choice.customer} />
        </div>
        <div className={styles.column}>
          <SectionCard title="When">
            <Stack gap="md">
              <WindowFields form={form} />
            </Stack>
          </SectionCard>
          <DriverAndPricePart form={form} />
          <NotesPart form={form} />
        </div>
      </div>
      <div className={styles.foot}>
        {wasStopped && photos.obstacle && (
          <Alert color="amber" role="alert" mb="sm" p="xs">
            {photos.obstacle.text}
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed" visibleFrom="sm">
            The customer gets the e-mail about the new order.
          </Text>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={keep}>
              Save as Draft
            </Button>
            <PendingButton type="submit" isPending={isPending}>
              {isPending ? 'Creating...' : 'Create order'}
            </PendingButton>
          </Group>
        </Group>
      </div>
    </form>
  );
}
