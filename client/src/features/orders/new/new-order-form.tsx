import {
  Alert,
  Button,
  Card,
  Checkbox,
  Group,
  NumberInput,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Customer } from '@quickfleet/shared/customers';
import { NOTES_MAX, PARCELS_MAX, PARCELS_MIN } from '@quickfleet/shared/limits';
import type { CreateOrder } from '@quickfleet/shared/orders';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ContactFields } from '../../../components/delivery-form/contact-fields.tsx';
import { AddressField, NotesField } from '../../../components/delivery-form/delivery-fields.tsx';
import { uploadToasts } from '../../../components/delivery-form/form-toasts.ts';
import { ItemList } from '../../../components/delivery-form/item-list.tsx';
import { QuantityAndValue } from '../../../components/delivery-form/quantity-and-value.tsx';
import { useLeaving } from '../../../components/delivery-form/use-leaving.ts';
import { useOpenPhotos } from '../../../components/delivery-form/use-open-photos.ts';
import { WindowField } from '../../../components/delivery-form/window-field.tsx';
import { ImageDropzone } from '../../../components/image-dropzone.tsx';
import { PendingButton } from '../../../components/pending-button.tsx';
import { formatCount } from '../../../lib/format.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { DriverPicker } from '../driver-picker.tsx';
import { useDrivers } from '../use-orders.ts';
import { ChosenCustomer, CustomerPicker } from './customer-picker.tsx';
import { EarlierAddresses } from './earlier-addresses.tsx';
import styles from './new-order.module.css';
import { contactOf, NEW_ITEM, type OrderDraft, orderCheck, orderErrors, toCreate } from './order-values.ts';

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <Card component="section" padding="md" aria-labelledby={headingId} style={{ overflow: 'visible' }}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id={headingId}>
          {title}
        </Title>
        {aside && (
          <Text size="sm" c="dimmed" className="tabular">
            {aside}
          </Text>
        )}
      </Group>
      <Stack gap="md">{children}</Stack>
    </Card>
  );
}

/** What the customer's part shows: the search, whoever was chosen, or the fields. */
type CustomerPart =
  | { shows: 'search' }
  | { shows: 'chosen'; customer: Customer }
  | { shows: 'fields'; customer?: Customer };

const partOf = (draft: OrderDraft, customer: Customer | undefined): CustomerPart => {
  if (customer) return { shows: 'chosen', customer };
  return Object.values(draft.customer).some(Boolean) ? { shows: 'fields' } : { shows: 'search' };
};

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

/** An order as staff take it down: who, from where to where, what, when, who drives, and for how much. */
export function NewOrderForm({ initial, customer, isPending, onSend, onKeep, onLeave }: NewOrderFormProps) {
  const { form, onSubmit, showErrors } = useZodForm(orderCheck, initial);
  const photos = useOpenPhotos();
  const [wasStopped, setStopped] = useState(false);
  const [part, setPart] = useState<CustomerPart>(() => partOf(initial, customer));
  const [driverId, setDriverId] = useState(initial.driverId);
  const isDone = useLeaving(form, onLeave);
  const search = useRef<HTMLInputElement>(null);
  const drivers = useDrivers(true).data ?? [];
  const known = part.shows === 'search' ? undefined : part.customer;
  const addresses = trpc.customers.addresses.useQuery({ id: known?.id ?? 0 }, { enabled: known !== undefined });
  // On a phone a drop area would hide the camera.
  const canDrop = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });

  const fill = (contact: OrderDraft['customer']) => {
    for (const [name, value] of Object.entries(contact)) {
      form.setFieldValue(`customer.${name}`, value);
      form.clearFieldError(`customer.${name}`);
    }
  };
  const choose = (chosen: Customer) => {
    fill(contactOf(chosen));
    flushSync(() => setPart({ shows: 'chosen', customer: chosen }));
    form.getInputNode('pickupAddress')?.focus();
  };
  const begin = (typed: string) => {
    fill({ ...contactOf(), ...(typed.includes('@') ? { email: typed } : { name: typed }) });
    flushSync(() => setPart({ shows: 'fields' }));
    form.getInputNode(typed && !typed.includes('@') ? 'customer.email' : 'customer.name')?.focus();
  };
  const change = () => {
    fill(contactOf());
    flushSync(() => setPart({ shows: 'search' }));
    search.current?.focus();
  };
  const editDetails = () => {
    flushSync(() => setPart((shown) => ({ ...shown, shows: 'fields' })));
    form.getInputNode('customer.name')?.focus();
  };
  /** What is wrong must be on the screen before it can take the focus. */
  const reveal = (errors: Record<string, unknown>) => {
    if (part.shows !== 'fields' && Object.keys(errors).some((path) => path.startsWith('customer.')))
      flushSync(() => setPart((shown) => ({ ...shown, shows: 'fields' })));
  };
  const use = (path: 'pickupAddress' | 'deliveryAddress', address: string) => {
    form.setFieldValue(path, address);
    form.clearFieldError(path);
    form.getInputNode(path)?.focus();
  };

  const send = async (order: CreateOrder) => {
    setStopped(photos.obstacle !== undefined);
    if (photos.obstacle) return;
    isDone.current = true;
    const outcome = await onSend(order);
    if (outcome === 'done') return;
    isDone.current = false;
    const errors = orderErrors(outcome);
    reveal(errors);
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
        reveal(form.validate().errors);
        submit(event);
      }}
      noValidate
      aria-label="New order"
    >
      <div className={styles.columns}>
        <div className={styles.column}>
          <Part title="Customer">
            {part.shows === 'search' && <CustomerPicker ref={search} onChosen={choose} onNew={begin} />}
            {part.shows === 'search' && form.errors['customer.name'] && (
              <Text size="sm" c="var(--mantine-color-error)">
                {form.errors['customer.name']}
              </Text>
            )}
            {part.shows === 'chosen' && (
              <ChosenCustomer
                contact={form.getValues().customer}
                orderCount={part.customer.orderCount}
                onEdit={editDetails}
                onChange={change}
              />
            )}
            {part.shows === 'fields' && (
              <>
                <ContactFields form={form} labels={{ name: 'Customer Name', phone: 'Phone' }} />
                <div>
                  <Button size="xs" variant="default" onClick={change}>
                    Search a known customer
                  </Button>
                </div>
              </>
            )}
          </Part>
          <Part title="Route">
            <div className={styles.places}>
              <div>
                <AddressField form={form} path="pickupAddress" />
                <EarlierAddresses
                  kind="pickup"
                  addresses={known ? (addresses.data?.pickup ?? []) : []}
                  onChosen={(address) => use('pickupAddress', address)}
                />
              </div>
              <div>
                <AddressField form={form} path="deliveryAddress" />
                <EarlierAddresses
                  kind="delivery"
                  addresses={known ? (addresses.data?.delivery ?? []) : []}
                  onChosen={(address) => use('deliveryAddress', address)}
                />
              </div>
            </div>
          </Part>
          <Part title="Items" aside={formatCount(form.getValues().items.length, 'item')}>
            <ItemList
              form={form}
              photos={photos}
              addText="Add Item"
              start={NEW_ITEM}
              Figures={QuantityAndValue}
              picker={{ canDrop, DropArea: ImageDropzone, ...uploadToasts }}
            />
            <NumberInput
              key={form.key('parcels')}
              label="Parcels"
              description="To carry and to label; left empty, the pieces of all items are counted"
              placeholder="Counted"
              inputMode="numeric"
              min={PARCELS_MIN}
              max={PARCELS_MAX}
              clampBehavior="none"
              allowDecimal={false}
              maw={280}
              {...form.getInputProps('parcels')}
            />
          </Part>
        </div>
        <div className={styles.column}>
          <Part title="When">
            <WindowField form={form} name="pickupWindow" legend="Pickup window" />
            <WindowField
              form={form}
              name="deliveryWindow"
              legend="Delivery window"
              dayAlone="No time is promised, any time on"
            />
          </Part>
          <Part title="Driver and price">
            <DriverPicker
              label="Driver"
              description="Can be chosen later"
              placeholder="Nobody yet"
              clearable
              drivers={drivers}
              value={driverId}
              onChange={(driver) => {
                setDriverId(driver?.id ?? null);
                form.setFieldValue('driverId', driver?.id ?? null, { forceUpdate: false });
              }}
              error={form.errors['driverId']}
            />
            <TextInput
              key={form.key('quotePrice')}
              label="Total ($)"
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps('quotePrice')}
            />
            <Checkbox
              key={form.key('onAccount')}
              label="On account"
              description="The customer pays later, with an invoice"
              {...form.getInputProps('onAccount', { type: 'checkbox' })}
            />
          </Part>
          <Part title="Notes">
            <NotesField form={form} />
            <Textarea
              key={form.key('driverNotes')}
              label="Notes for the driver"
              description="The driver reads it, the customer does not"
              autosize
              minRows={2}
              autoComplete="off"
              maxLength={NOTES_MAX}
              {...form.getInputProps('driverNotes')}
            />
            <Textarea
              key={form.key('officeNotes')}
              label="Notes for the office"
              description="Neither driver nor customer reads it"
              autosize
              minRows={2}
              autoComplete="off"
              maxLength={NOTES_MAX}
              {...form.getInputProps('officeNotes')}
            />
          </Part>
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
