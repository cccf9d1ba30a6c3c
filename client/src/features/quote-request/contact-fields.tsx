import { TextInput } from '@mantine/core';
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '@quickfleet/shared/limits';
import styles from './quote-request.module.css';
import type { RequestForm } from './request-values.ts';

export function ContactFields({ form }: { form: RequestForm }) {
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>Your details</legend>
      <div className={styles.pair}>
        <TextInput
          key={form.key('customer.name')}
          label="Full Name"
          withAsterisk
          aria-required
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={NAME_MAX}
          {...form.getInputProps('customer.name')}
        />
        <TextInput
          key={form.key('customer.email')}
          label="Email Address"
          withAsterisk
          aria-required
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="next"
          maxLength={EMAIL_MAX}
          {...form.getInputProps('customer.email')}
        />
        <TextInput
          key={form.key('customer.phone')}
          label="Phone Number"
          placeholder="Optional"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          maxLength={PHONE_MAX}
          {...form.getInputProps('customer.phone')}
        />
        <TextInput
          key={form.key('customer.company')}
          label="Company"
          placeholder="Optional"
          autoComplete="organization"
          enterKeyHint="next"
          maxLength={NAME_MAX}
          {...form.getInputProps('customer.company')}
        />
      </div>
    </fieldset>
  );
}
