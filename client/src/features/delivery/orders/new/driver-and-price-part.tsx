import { Checkbox, Stack, TextInput } from '@mantine/core';
import { currencySign } from '@quickfleet/shared/base/money';
import { useState } from 'react';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { useCompanyCurrency } from '../../../../lib/api/use-company-currency.ts';
import { DriverPicker } from '../change/driver-picker.tsx';
import { useDrivers } from '../list/use-orders.ts';
import type { OrderForm } from './order-values.ts';

/** Who carries it, and for how much. */
export function DriverAndPricePart({ form }: { form: OrderForm }) {
  const [driverId, setDriverId] = useState(form.getValues().driverId);
  const drivers = useDrivers(true).data ?? [];
  const currency = useCompanyCurrency();
  return (
    <SectionCard title="Driver and price">
      <Stack gap="md">
        <DriverPicker
          label="Driver"
          description="Can be chosen later"
          placeholder="Nobody yet"
          clearable
          drivers={drivers}
          value={driverId}
          onChange={(driver) => {
            setDriverId(driver?.id ?? null);
            form.setFieldValue('driverId', driver?.id ?? null, { forceUpdate: false });
          }}
          error={form.errors['driverId']}
        />
        <TextInput
          key={form.key('quotePrice')}
          label={`Total (${currencySign(currency)})`}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('quotePrice')}
        />
        <Checkbox
          key={form.key('onAccount')}
          label="On account"
          description="The customer pays later, with an invoice"
          {...form.getInputProps('onAccount', { type: 'checkbox' })}
        />
      </Stack>
    </SectionCard>
  );
}
