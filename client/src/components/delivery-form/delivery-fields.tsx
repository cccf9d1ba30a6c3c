import { Textarea } from '@mantine/core';
import { ADDRESS_MAX, NOTES_MAX } from '@quickfleet/shared/limits';
import type { DeliveryForm } from './delivery-values.ts';
import styles from './fields.module.css';

/** Where from and where to. */
export function AddressFields({ form, isOwn = false }: { form: DeliveryForm; isOwn?: boolean }) {
  const places = [
    { path: 'pickupAddress', label: 'Pickup Address', filledAs: 'section-pickup street-address' },
    { path: 'deliveryAddress', label: 'Delivery Address', filledAs: 'section-delivery street-address' },
  ] as const;
  return (
    <div className={styles.pair}>
      {places.map(({ path, label, filledAs }) => (
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
      ))}
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
