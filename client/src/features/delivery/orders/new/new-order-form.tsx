import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { currencySign } from '@quickfleet/shared/base/money/money';
import type { CreateOrder } from '@quickfleet/shared/delivery/orders/orders';
import { NOTES_MAX, PARCELS_MAX, PARCELS_MIN } from '@quickfleet/shared/limits';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { useEffect, useState } from 'react';
import { CustomerFields, RouteFields } from '../../../../components/customer-choice/customer-fields.tsx';
import { type CustomerChoice, useCustomerChoice } from '../../../../components/customer-choice/use-customer-choice.ts';
import { NotesField } from '../../../../components/delivery-form/delivery-fields.tsx';
import { type PendingPhotos, usePendingPhotos } from '../../../../components/delivery-form/draft/use-pending-photos.ts';
import { useSaveOnLeave } from '../../../../components/delivery-form/draft/use-save-on-leave.ts';
import { uploadToasts } from '../../../../components/delivery-form/form-toasts.ts';
import { ItemList } from '../../../../components/delivery-form/items/item-list.tsx';
import { QuantityAndValue } from '../../../../components/delivery-form/items/quantity-and-value.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { WholeNumberInput } from '../../../../components/forms/whole-number-input.tsx';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { ImageDropzone } from '../../../../components/photos/image-dropzone.tsx';
import { ProofRulesField } from '../../../../components/proof/proof-rules-field.tsx';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { useCompanyCurrency } from '../../../../lib/api/use-company-currency.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { useOrderLevels } from '../../../../lib/hooks/use-proof-levels.ts';
import { DriverPicker } from '../change/driver-picker.tsx';
import { useDrivers } from '../list/use-orders.ts';
import { LastTime } from './last-time.tsx';
import styles from './new-order.module.css';
import { NEW_ITEM, type OrderDraft, type OrderForm, orderCheck, orderErrors, toCreate } from './order-values.ts';

interface CustomerPartProps {
  form: OrderForm;
  choice: CustomerChoice;
  onFilled: () => void;
}
function CustomerPart({ form, choice, onFilled }: CustomerPartProps) {
  return (
    <SectionCard title={t('Customer')}>
      <Stack gap="md">
        <CustomerFields form={form} choice={choice} isQuiet />
        {choice.customer && (
          <LastTime key={choice.customer.id} form={form} customer={choice.customer} onFilled={onFilled} />
        )}
      </Stack>
    </SectionCard>
  );
}

function RoutePart({ form, choice }: { form: OrderForm; choice: CustomerChoice }) {
  return (
    <SectionCard title={t('Route')}>
      <RouteFields form={form} choice={choice} />
    </SectionCard>
  );
}

function ItemsPart({ form, photos }: { form: OrderForm; photos: PendingPhotos }) {
  // On a phone a drop area would hide the camera.
  const canDrop = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  return (
    <SectionCard
      title={t('Items')}
      aside={
        <Text size="sm" c="dimmed" className="tabular">
          {t('{count, plural, one {# item} other {# items}}', { count: form.getValues().items.length })}
        </Text>
      }
    >
      <Stack gap="md">
        <ItemList
          form={form}
          photos={photos}
          addText={t('Add Item')}
          start={NEW_ITEM}
          Figures={QuantityAndValue}
          picker={{ canDrop, DropArea: ImageDropzone, ...uploadToasts }}
        />
        <WholeNumberInput
          key={form.key('parcels')}
          label={t('Parcels')}
          description={t('Number of parcels. Leave empty to use the item quantities')}
          placeholder={t('Counted')}
          min={PARCELS_MIN}
          max={PARCELS_MAX}
          maw={280}
          {...form.getInputProps('parcels')}
        />
      </Stack>
    </SectionCard>
  );
}

function ProofPart({ form, customer }: { form: OrderForm; customer: Customer | undefined }) {
  const [rules, setRules] = useState(form.getValues().proofRules);
  return (
    <SectionCard title={t('Proof')}>
      <ProofRulesField
        value={rules}
        levels={useOrderLevels(customer?.proofRules)}
        onChange={(next) => {
          setRules(next);
          form.setFieldValue('proofRules', next, { forceUpdate: false });
        }}
      />
    </SectionCard>
  );
}

function DriverAndPricePart({ form }: { form: OrderForm }) {
  const [driverId, setDriverId] = useState(form.getValues().driverId);
  const drivers = useDrivers(true).data ?? [];
  const currency = useCompanyCurrency();
  return (
    <SectionCard title={t('Driver and price')}>
      <Stack gap="md">
        <DriverPicker
          label={t('Driver')}
          description={t('Can be chosen later')}
          placeholder={t('Nobody yet')}
          clearable
          drivers={drivers}
          value={driverId}
          onChange={(driver) => {
            setDriverId(driver?.id ?? null);
            form.setFieldValue('driverId', driver?.id ?? null, { forceUpdate: false });
          }}
          error={form.errors['driverId']}
        />
        <AmountInput
          key={form.key('quotePrice')}
          label={t('Total ({currency})', { currency: currencySign(currency) })}
          {...form.getInputProps('quotePrice')}
        />
        <Checkbox
          key={form.key('onAccount')}
          label={t('On account')}
          description={t('The customer pays later, with an invoice')}
          {...form.getInputProps('onAccount', { type: 'checkbox' })}
        />
      </Stack>
    </SectionCard>
  );
}

const notes = [
  {
    path: 'driverNotes',
    label: t('Notes for the driver'),
    description: t('The driver reads it, the customer does not'),
  },
  { path: 'officeNotes', label: t('Notes for the office'), description: t('Neither driver nor customer reads it') },
] as const;

function NotesPart({ form }: { form: OrderForm }) {
  return (
    <SectionCard title={t('Notes')}>
      <Stack gap="md">
        <NotesField form={form} />
        {notes.map(({ path, ...words }) => (
          <Textarea
            key={form.key(path)}
            {...words}
            autosize
            minRows={2}
            autoComplete="off"
            maxLength={NOTES_MAX}
            {...form.getInputProps(path)}
          />
        ))}
      </Stack>
    </SectionCard>
  );
}

interface NewOrderFormProps {
  initial: OrderDraft;
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
  const [hasEmail, setHasEmail] = useState(true);
  const { form, onSubmit, showErrors } = useZodForm(orderCheck, initial, {
    onValuesChange: ({ customer: { name, email } }) => setHasEmail(!name || email.trim() !== ''),
  });
  const photos = usePendingPhotos();
  const [wasStopped, setStopped] = useState(false);
  const choice = useCustomerChoice(form, customer);
  // What was filled in opens the people at the stops that it names.
  const [filled, setFilled] = useState(0);
  const isDone = useSaveOnLeave(form, onLeave);
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
      aria-label={t('New order')}
    >
      <div className={styles.columns}>
        <Stack miw={0}>
          <CustomerPart form={form} choice={choice} onFilled={() => setFilled(filled + 1)} />
          <RoutePart key={filled} form={form} choice={choice} />
          <ItemsPart form={form} photos={photos} />
          <ProofPart form={form} customer={choice.customer} />
        </Stack>
        <Stack miw={0}>
          <SectionCard title={t('When')}>
            <Stack gap="md">
              <WindowFields form={form} />
            </Stack>
          </SectionCard>
          <DriverAndPricePart form={form} />
          <NotesPart form={form} />
        </Stack>
      </div>
      <div className={styles.foot}>
        {wasStopped && photos.obstacle && (
          <Alert color="amber" role="alert" mb="sm" p="xs">
            {photos.obstacle.text}
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed" role="status" {...(hasEmail ? { visibleFrom: 'sm' } : {})}>
            {hasEmail
              ? t('The customer gets the e-mail about the new order.')
              : t('No e-mail address: the customer gets no e-mails.')}
          </Text>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={keep}>
              {t('Save as Draft')}
            </Button>
            <PendingButton type="submit" isPending={isPending}>
              {isPending ? t('Creating...') : t('Create order')}
            </PendingButton>
          </Group>
        </Group>
      </div>
    </form>
  );
}
