import { Button, Checkbox, Group, Input, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { currencySign } from '@quickfleet/shared/base/money/money';
import { isBeforePickup, isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { ContactOffers } from '../../../../components/customer-choice/contact-offers.tsx';
import { ItemList } from '../../../../components/delivery-form/items/item-list.tsx';
import { QuantityAndValue } from '../../../../components/delivery-form/items/quantity-and-value.tsx';
import { StopContact } from '../../../../components/delivery-form/stop-contact.tsx';
import { ConflictNotice } from '../../../../components/feedback/conflict-notice.tsx';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog/dialog.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { ProofRulesField } from '../../../../components/proof/proof-rules-field.tsx';
import { LanguageSelect } from '../../../../components/text/language/language-select.tsx';
import { windowErrors } from '../../../../components/window-field/window-draft.ts';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useConflicts } from '../../../../lib/forms/use-conflicts.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import styles from '../list/orders.module.css';
import { useInheritedRules } from '../proof/order-proof.tsx';
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

function EditForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { client } = trpc.useUtils();
  const update = useUpdateOrder();
  const [isDirty, setDirty] = useState(false);
  const inherited = useInheritedRules(order.customerId);
  const { form, onSubmit, showErrors } = useZodForm(changeCheck, valuesOf(order), {
    onValuesChange: (values) => setDirty(Object.keys(changesOf(values, valuesOf(read))).length > 0),
  });
  const { read, theirs, save, keepMine, takeTheirs } = useConflicts<Order, OrderValues>(order, {
    send: (typed, from, version) => update.mutateAsync({ id: order.id, version, ...changesOf(typed, valuesOf(from)) }),
    readPresent: () => client.orders.get.query({ id: order.id }),
    haveClashed: (typed, present, from) => doClash(typed, valuesOf(present), valuesOf(from)),
    onSaved: onDone,
    onRefused: (error) => showErrors(windowErrors(issuesOf(error))),
    onUnread: compareFailed,
  });
  const showTheirs = (present: Order) => {
    form.setValues(valuesOf(present));
    setDirty(false);
  };
  const field = (name: Exclude<keyof OrderValues, 'proofRules' | 'items' | 'pickupContact' | 'deliveryContact'>) => ({
    label: fieldNames[name],
    ...form.getInputProps(name),
  });

  return (
    <form onSubmit={onSubmit((_, values) => void save(values))} noValidate>
      <Stack>
        {theirs && (
          <ConflictNotice
            what={t('order')}
            differences={differencesOf(form.getValues(), valuesOf(theirs), valuesOf(read))}
            onKeepMine={() => keepMine(form.getValues())}
            onUseTheirs={() => takeTheirs(showTheirs)}
            isSaving={update.isPending}
          />
        )}
        <div className={styles.halves}>
          <TextInput key={form.key('customerName')} data-autofocus withAsterisk {...field('customerName')} />
          <TextInput
            key={form.key('customerEmail')}
            type="email"
            placeholder={t('Without one, no e-mails are sent')}
            {...field('customerEmail')}
          />
          <TextInput key={form.key('customerPhone')} type="tel" {...field('customerPhone')} />
          <TextInput key={form.key('customerCompany')} {...field('customerCompany')} />
          <LanguageSelect key={form.key('language')} {...field('language')} />
        </div>
        <div className={styles.halves}>
          {(['pickup', 'delivery'] as const).map((stop) => (
            <div key={stop}>
              <Textarea
                key={form.key(`${stop}Address`)}
                withAsterisk
                autosize
                minRows={2}
                {...field(`${stop}Address`)}
              />
              <StopContact form={form} stop={stop} Offers={ContactOffers} />
            </div>
          ))}
        </div>
        <div className={styles.halves}>
          <WindowFields form={form} />
        </div>
        <Input.Wrapper
          label={fieldNames.items}
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
        <Textarea key={form.key('notes')} autosize minRows={2} {...field('notes')} />
        <div className={styles.halves}>
          <Textarea key={form.key('driverNotes')} autosize minRows={2} {...field('driverNotes')} />
          <Textarea key={form.key('officeNotes')} autosize minRows={2} {...field('officeNotes')} />
          <AmountInput
            key={form.key('quotePrice')}
            {...field('quotePrice')}
            label={t('Total ({currency})', { currency: currencySign(order.currency) })}
          />
          <TextInput key={form.key('parcels')} inputMode="numeric" {...field('parcels')} />
        </div>
        <Checkbox
          key={form.key('onAccount')}
          label={fieldNames.onAccount}
          description={t('The customer pays later, with an invoice')}
          {...form.getInputProps('onAccount', { type: 'checkbox' })}
        />
        <Input.Wrapper label={fieldNames.proofRules} labelElement="div">
          <ProofRulesField
            value={form.getValues().proofRules}
            levels={inherited}
            onChange={(rules) => form.setFieldValue('proofRules', rules)}
          />
        </Input.Wrapper>
      </Stack>
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!isDirty || theirs !== undefined} loading={update.isPending}>
            {t('Save Changes')}
          </Button>
        </Group>
      </DialogFooter>
    </form>
  );
}

/** Corrects an order that is not over; the version that goes back with the changes is the one that was read. */
export function OrderEditDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const shown = usePrevious(id);
  const order = trpc.orders.get.useQuery({ id: shown ?? 0 }, { enabled: id !== undefined });
  const number = order.data ? formatTracking(order.data.trackingNumber) : '';
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={t('Edit order {number}', { number })}
      size="xl"
      centered={false}
      yOffset="5dvh"
      closeOnClickOutside={false}
    >
      {order.isPending && <Skeleton h={420} aria-busy />}
      <QueryError title={t('The order could not be loaded')} query={order} />
      {order.data && isOpenOrder(order.data.status) && (
        <EditForm key={order.data.id} order={order.data} onDone={onClose} />
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
