import { Textarea, type TextareaProps } from '@mantine/core';
import { ADDRESS_MAX, NOTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import type { ComponentType } from 'react';
import type { DeliveryForm } from './delivery-values.ts';
import styles from './fields.module.css';
import { StopContact, type StopContactProps } from './stop-contact.tsx';

const places = {
  pickupAddress: { label: t('Pickup Address'), filledAs: 'section-pickup street-address' },
  deliveryAddress: { label: t('Delivery Address'), filledAs: 'section-delivery street-address' },
} as const;

export function AddressField({
  form,
  path,
  isOwn = false,
  Field = Textarea,
}: {
  form: DeliveryForm;
  path: keyof typeof places;
  isOwn?: boolean;
  /** That of the office offers addresses while somebody types. */
  Field?: ComponentType<TextareaProps> | undefined;
}) {
  const { label, filledAs } = places[path];
  return (
    <Field
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

/** Where from and where to, and who is there. */
export function AddressFields({
  form,
  isOwn = false,
  Offers,
  Field,
}: {
  form: DeliveryForm;
  isOwn?: boolean;
  Field?: ComponentType<TextareaProps>;
  Offers?: StopContactProps['Offers'];
}) {
  return (
    <div className={styles.pair}>
      {(['pickup', 'delivery'] as const).map((stop) => (
        <div key={stop}>
          <AddressField form={form} path={`${stop}Address`} isOwn={isOwn} Field={Field} />
          <StopContact form={form} stop={stop} isOwn={isOwn} Offers={Offers} />
        </div>
      ))}
    </div>
  );
}

export function NotesField({ form }: { form: DeliveryForm }) {
  return (
    <Textarea
      key={form.key('notes')}
      label={t('Special Instructions')}
      placeholder={t('Optional: floor, gate code, opening hours')}
      autosize
      minRows={3}
      autoComplete="off"
      maxLength={NOTES_MAX}
      {...form.getInputProps('notes')}
    />
  );
}
