import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { CreateOrder } from '@quickfleet/shared/delivery/orders/orders';
import { PARCELS_MAX, PARCELS_MIN } from '@quickfleet/shared/limits';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { useEffect, useState } from 'react';
import { CustomerFields, RouteFields } from '../../../../components/customer-choice/customer-fields.tsx';
import { type CustomerChoice, useCustomerChoice } from '../../../../components/customer-choice/use-customer-choice.ts';
import { type PendingPhotos, usePendingPhotos } from '../../../../components/delivery-form/draft/use-pending-photos.ts';
import { useSaveOnLeave } from '../../../../components/delivery-form/draft/use-save-on-leave.ts';
import { OfficeItems, PhotoObstacle } from '../../../../components/delivery-form/items/office-items.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { PriceInput } from '../../../../components/forms/price-input.tsx';
import { WholeNumberInput } from '../../../../components/forms/whole-number-input.tsx';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { CreditOfCustomer } from '../../../../components/money/credit-note.tsx';
import { DemandFields } from '../../../../components/order-form/demand-fields.tsx';
import { NEW_ITEM, orderErrors } from '../../../../components/order-form/order-content.ts';
import { CollectField, OnAccountField, OrderNoteFields } from '../../../../components/order-form/order-parts.tsx';
import { PartnerCodeFields } from '../../../../components/order-form/partner-code-fields.tsx';
import { FitPanel } from '../../../../components/planning/fit-panel.tsx';
import { fitAsked } from '../../../../components/planning/use-fit.ts';
import { ProofRulesField } from '../../../../components/proof/proof-rules-field.tsx';
import { planOf } from '../../../../components/window-field/window-draft.ts';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { useCompanyCurrency } from '../../../../lib/api/use-company-currency.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { useOrderLevels } from '../../../../lib/hooks/use-proof-levels.ts';
import { DriverPicker } from '../change/driver-picker.tsx';
import { useDrivers } from '../list/use-orders.ts';
import { LastTime } from './last-time.tsx';
import styles from './new-order.module.css';
import { type OrderDraft, type OrderForm, orderCheck, toCreate } from './order-values.ts';

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
          <>
            <CreditOfCustomer customerId={choice.customer.id} />
            <LastTime key={choice.customer.id} form={form} customer={choice.customer} onFilled={onFilled} />
          </>
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
        <OfficeItems form={form} photos={photos} start={NEW_ITEM} />
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
        <PartnerCodeFields form={form} />
        <DemandFields form={form} />
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
  const [isOnAccount, setOnAccount] = useState(form.getValues().onAccount);
  form.watch('onAccount', ({ value }) => setOnAccount(value));
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
        <PriceInput
          key={form.key('quotePrice')}
          currency={currency}
          withAsterisk={!isOnAccount}
          {...form.getInputProps('quotePrice')}
        />
        <OnAccountField form={form} />
        <CollectField form={form} />
      </Stack>
    </SectionCard>
  );
}

const ASK_AFTER_MS = 500;
const askedOf = ({ pickupWindow, deliveryWindow, ...order }: OrderDraft) =>
  fitAsked({ ...order, ...planOf(pickupWindow, deliveryWindow) });

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
  const [asked, setAsked] = useState(() => askedOf(initial));
  const ask = useDebouncedCallback((values: OrderDraft) => setAsked(askedOf(values)), ASK_AFTER_MS);
  const { form, onSubmit, showErrors } = useZodForm(orderCheck, initial, {
    onValuesChange: (values) => {
      setHasEmail(!values.customer.name || values.customer.email.trim() !== '');
      ask(values);
    },
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
              <FitPanel asked={asked} />
            </Stack>
          </SectionCard>
          <DriverAndPricePart form={form} />
          <SectionCard title={t('Notes')}>
            <Stack gap="md">
              <OrderNoteFields form={form} />
            </Stack>
          </SectionCard>
        </Stack>
      </div>
      <div className={styles.foot}>
        <PhotoObstacle photos={photos} wasStopped={wasStopped} />
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
