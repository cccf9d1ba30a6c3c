import { Textarea } from '@mantine/core';
import { ADDRESS_MAX, NOTES_MAX } from '@quickfleet/shared/limits';
import type { DeliveryForm } from './delivery-values.ts';
import styles from './fields.module.css';

const places = {
  pickupAddress: { label: 'Pickup Address', filledAs: 'section-pickup street-address' },
  deliveryAddress: { label: 'Delivery Address', filledAs: 'section-delivery street-address' },
} as const;

export function AddressField({
  form,
  path,
  isOwn = false,
}: {
  form: DeliveryForm;
  path: keyof typeof places;
  isOwn?: boolean;
}) {
  const { label, filledAs } = places[path];
  return (
    <Textarea
      key={form.key(path)}
      label={label}
      withAsterisk
      aria-required
      autosize
      minRows={2}
      autoComplete={isOwn ? filledAs : 'off'}
      maxLength={ADDRESS_MAX}
      {...form.getInputProps(path)}
    />
  );
}

/** Where from and where to. */
export function AddressFields({ form, isOwn = false }: { form: DeliveryForm; isOwn?: boolean }) {
  return (
    <div className={styles.pair}>
      <AddressField form={form} path="pickupAddress" isOwn={isOwn} />
      <AddressField form={form} path="deliveryAddress" isOwn={isOwn} />
    </div>
  );
}

export function NotesField({ form }: { form: DeliveryForm }) {
  return (
    <Textarea
      key={form.key('notes')}
      label="Special Instructions"
      placeholder="Optional: floor, gate code, opening hours"
      autosize
      minRows={3}
      autoComplete="off"
      maxLength={NOTES_MAX}
      {...form.getInputProps('notes')}
    />
  );
}
