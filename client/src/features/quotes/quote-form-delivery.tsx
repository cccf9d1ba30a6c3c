import { Group, Radio, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { ADDRESS_MAX, NOTES_MAX } from '@quickfleet/shared/limits';
import { speedLabel, speedTypes } from '@quickfleet/shared/speed';
import { useId, useState } from 'react';
import { brand } from '../../lib/brand.ts';
import styles from './quote-form.module.css';
import type { QuoteForm } from './quote-form-values.ts';

/**
 * From where, to where, how fast. The date belongs to Specific Date alone and is forgotten when another speed is
 * chosen.
 */
export function DeliveryFields({ form }: { form: QuoteForm }) {
  const headingId = useId();
  const [speed, setSpeed] = useState(() => form.getValues().speedType);

  const choose = (value: string) => {
    const type = speedTypes.find((known) => known === value);
    if (!type) return;
    setSpeed(type);
    form.setFieldValue('speedType', type, { forceUpdate: false });
    if (type === 'specific_date') return;
    form.setFieldValue('speedDate', '');
    form.clearFieldError('speedDate');
  };

  return (
    <section aria-labelledby={headingId}>
      <Title order={3} id={headingId} mb="sm">
        Delivery Details
      </Title>
      <Stack gap="md">
        <div className={styles.pair}>
          <Textarea
            key={form.key('pickupAddress')}
            label="Pickup Address"
            withAsterisk
            aria-required
            autosize
            minRows={2}
            maxRows={6}
            autoComplete="off"
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
            maxRows={6}
            autoComplete="off"
            maxLength={ADDRESS_MAX}
            {...form.getInputProps('deliveryAddress')}
          />
        </div>
        <Radio.Group label="Delivery Speed" value={speed} onChange={choose}>
          <Group gap="lg" mt={6}>
            {speedTypes.map((type) => (
              <Radio
                key={type}
                value={type}
                label={type === 'specific_date' ? 'Specific Date' : speedLabel(type, null, brand.name)}
              />
            ))}
          </Group>
        </Radio.Group>
        {speed === 'specific_date' && (
          <TextInput
            key={form.key('speedDate')}
            label="Choose Date"
            type="date"
            withAsterisk
            aria-required
            maw={220}
            {...form.getInputProps('speedDate')}
          />
        )}
        <Textarea
          key={form.key('notes')}
          label="Special Instructions"
          autosize
          minRows={2}
          maxRows={8}
          autoComplete="off"
          maxLength={NOTES_MAX}
          {...form.getInputProps('notes')}
        />
      </Stack>
    </section>
  );
}
