import { Input, Skeleton, Stack, TextInput } from '@mantine/core';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { AddressInput } from '../../../../components/addresses/address-input.tsx';
import { ContactOffers } from '../../../../components/customer-choice/contact-offers.tsx';
import { ContactFields } from '../../../../components/delivery-form/contact-fields.tsx';
import { AddressFields } from '../../../../components/delivery-form/delivery-fields.tsx';
import { ItemList } from '../../../../components/delivery-form/items/item-list.tsx';
import { QuantityAndValue } from '../../../../components/delivery-form/items/quantity-and-value.tsx';
import { ConflictNotice } from '../../../../components/feedback/conflict-notice.tsx';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { PriceInput } from '../../../../components/forms/price-input.tsx';
import { DemandFields } from '../../../../components/order-form/demand-fields.tsx';
import { orderErrors } from '../../../../components/order-form/order-content.ts';
import { CollectField, OnAccountField, OrderNoteFields } from '../../../../components/order-form/order-parts.tsx';
import { PartnerCodeFields } from '../../../../components/order-form/partner-code-fields.tsx';
import { ProofRulesField } from '../../../../components/proof/proof-rules-field.tsx';
import { LanguageSelect } from '../../../../components/text/language/language-select.tsx';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePricesIncludeTax } from '../../../../lib/api/use-price-rule.ts';
import { useConflicts } from '../../../../lib/forms/use-conflicts.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import styles from '../list/orders.module.css';
import { useInheritedRules } from '../proof/order-proof.tsx';
import { changeCheck, changesOf, differencesOf, doClash, type OrderValues, valuesOf } from './order-form-values.ts';
import { compareFailed, useUpdateOrder } from './order-mutations.ts';

interface EditFormProps {
  order: Order;
  includesTax: boolean;
  onDone: () => void;
}
function EditForm({ order, includesTax, onDone }: EditFormProps) {
  const { client } = trpc.useUtils();
  const update = useUpdateOrder();
  const [isDirty, setDirty] = useState(false);
  const inherited = useInheritedRules(order.customerId);
  const { form, onSubmit, showErrors } = useZodForm(changeCheck, valuesOf(order, includesTax), {
    onValuesChange: (values) =>
      setDirty(Object.keys(changesOf(values, valuesOf(read, includesTax), includesTax)).length > 0),
  });
  const { read, theirs, save, keepMine, takeTheirs } = useConflicts<Order, OrderValues>(order, {
    send: (typed, from, version) =>
      update.mutateAsync({ id: order.id, version, ...changesOf(typed, valuesOf(from, includesTax), includesTax) }),
    readPresent: () => client.orders.get.query({ id: order.id }),
    haveClashed: (typed, present, from) => doClash(typed, valuesOf(present, includesTax), valuesOf(from, includesTax)),
    onSaved: onDone,
    onRefused: (error) => showErrors(orderErrors(issuesOf(error))),
    onUnread: compareFailed,
  });
  const showTheirs = (present: Order) => {
    form.setValues(valuesOf(present, includesTax));
    setDirty(false);
  };

  return (
    <DialogForm
      onSubmit={onSubmit((_, values) => void save(values))}
      onCancel={onDone}
      send={t('Save Changes')}
      isPending={update.isPending}
      isDisabled={!isDirty || theirs !== undefined}
    >
      {theirs && (
        <ConflictNotice
          what={t('order')}
          differences={differencesOf(form.getValues(), valuesOf(theirs, includesTax), valuesOf(read, includesTax))}
          onKeepMine={() => keepMine(form.getValues())}
          onUseTheirs={() => takeTheirs(showTheirs)}
          isSaving={update.isPending}
        />
      )}
      <ContactFields form={form} labels={{ name: t('Customer Name'), phone: t('Phone') }} isEmailOptional />
      <LanguageSelect key={form.key('language')} label={t('Language of e-mails')} {...form.getInputProps('language')} />
      <AddressFields form={form} Offers={ContactOffers} Field={AddressInput} />
      <div className={styles.halves}>
        <WindowFields form={form} />
      </div>
      <Input.Wrapper
        label={t('Items')}
        labelElement="div"
        description={
          isBeforePickup(order.status)
            ? t('Photos stay with their item.')
            : t('The driver has them. What is wrong with an item is corrected on the driver’s phone.')
        }
        inputWrapperOrder={['label', 'description', 'input']}
      >
        <Stack gap="sm" mt="xs">
          <ItemList
            form={form}
            addText={t('Add Item')}
            canAdd={isBeforePickup(order.status)}
            Figures={QuantityAndValue}
            currency={order.currency}
          />
        </Stack>
      </Input.Wrapper>
      <OrderNoteFields form={form} />
      <div className={styles.halves}>
        <PriceInput key={form.key('quotePrice')} currency={order.currency} {...form.getInputProps('quotePrice')} />
        <TextInput
          key={form.key('parcels')}
          label={t('Parcels')}
          inputMode="numeric"
          {...form.getInputProps('parcels')}
        />
      </div>
      <PartnerCodeFields form={form} />
      <DemandFields form={form} />
      <OnAccountField form={form} />
      <CollectField form={form} />
      <Input.Wrapper label={t('Proof')} labelElement="div">
        <ProofRulesField
          value={form.getValues().proofRules}
          levels={inherited}
          onChange={(rules) => form.setFieldValue('proofRules', rules)}
        />
      </Input.Wrapper>
    </DialogForm>
  );
}

/** Corrects an order that is not over; the version that goes back with the changes is the one that was read. */
export function OrderEditDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const shown = usePrevious(id);
  const order = trpc.orders.get.useQuery({ id: shown ?? 0 }, { enabled: id !== undefined });
  const includesTax = usePricesIncludeTax();
  const number = order.data ? formatTracking(order.data.trackingNumber) : '';
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={t('Edit order {number}', { number })}
      size="xl"
      centered={false}
      yOffset="5dvh"
    >
      {order.isPending && <Skeleton h={420} aria-busy />}
      <QueryError title={t('The order could not be loaded')} query={order} />
      {order.data && isOpenOrder(order.data.status) && (
        <EditForm key={order.data.id} order={order.data} includesTax={includesTax} onDone={onClose} />
      )}
      {order.data && !isOpenOrder(order.data.status) && (
        <p>
          {t(
            'This order is {status, select, delivered {delivered} other {cancelled}} and cannot be changed any more.',
            { status: order.data.status },
          )}
        </p>
      )}
    </Dialog>
  );
}
