import { Textarea } from '@mantine/core';
import { ADDRESS_MAX } from '@quickfleet/shared/limits';
import styles from './quote-request.module.css';
import type { RequestForm } from './request-values.ts';
import { SpeedField } from './speed-field.tsx';

export function DeliveryFields({ form }: { form: RequestForm }) {
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>Pickup and delivery</legend>
      <div className={styles.pair}>
        <Textarea
          key={form.key('pickupAddress')}
          label="Pickup Address"
          withAsterisk
          aria-required
          autosize
          minRows={2}
          autoComplete="section-pickup street-address"
          maxLength={ADDRESS_MAX}
          {...form.getInputProps('pickupAddress')}
        />
        <Textarea
          key={form.key('deliveryAddress')}
          label="Delivery Address"
          withAsterisk
          aria-required
          autosize
          minRows={2}
          autoComplete="section-delivery street-address"
          maxLength={ADDRESS_MAX}
          {...form.getInputProps('deliveryAddress')}
        />
      </div>
      <SpeedField form={form} />
    </fieldset>
  );
}
