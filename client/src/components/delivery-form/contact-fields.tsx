import { TextInput } from '@mantine/core';
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import type { DeliveryForm } from './delivery-values.ts';
import styles from './fields.module.css';

interface ContactFieldsProps {
  form: DeliveryForm;
  labels: { name: string; phone: string };
  /** The visitor's own details, which the browser may fill in; staff enter a customer's. */
  isOwn?: boolean;
  /** Of an order: its customer may have none. */
  isEmailOptional?: boolean;
}

export function ContactFields({ form, labels, isOwn = false, isEmailOptional = false }: ContactFieldsProps) {
  const filledAs = (kind: string) => (isOwn ? kind : 'off');
  return (
    <div className={styles.pair}>
      <TextInput
        key={form.key('customer.name')}
        label={labels.name}
        withAsterisk
        aria-required
        {...(isOwn ? {} : { 'data-autofocus': true })}
        autoComplete={filledAs('name')}
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={NAME_MAX}
        {...form.getInputProps('customer.name')}
      />
      <TextInput
        key={form.key('customer.email')}
        label={t('Email Address')}
        {...(isEmailOptional
          ? { placeholder: t('Without one, no e-mails are sent') }
          : { withAsterisk: true, 'aria-required': true })}
        type="email"
        inputMode="email"
        autoComplete={filledAs('email')}
        enterKeyHint="next"
        maxLength={EMAIL_MAX}
        {...form.getInputProps('customer.email')}
      />
      <TextInput
        key={form.key('customer.phone')}
        label={labels.phone}
        placeholder={t('Optional')}
        type="tel"
        inputMode="tel"
        autoComplete={filledAs('tel')}
        enterKeyHint="next"
        maxLength={PHONE_MAX}
        {...form.getInputProps('customer.phone')}
      />
      <TextInput
        key={form.key('customer.company')}
        label={t('Company')}
        placeholder={t('Optional')}
        autoComplete={filledAs('organization')}
        enterKeyHint="next"
        maxLength={NAME_MAX}
        {...form.getInputProps('customer.company')}
      />
    </div>
  );
}
