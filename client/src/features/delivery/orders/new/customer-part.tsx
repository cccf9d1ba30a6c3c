import { Stack } from '@mantine/core';
import { CustomerFields } from '../../../../components/customer-choice/customer-fields.tsx';
import type { CustomerChoice } from '../../../../components/customer-choice/use-customer-choice.ts';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import type { OrderForm } from './order-values.ts';

/** Who the order is for. */
export function CustomerPart({ form, choice }: { form: OrderForm; choice: CustomerChoice }) {
  return (
    <SectionCard title="Customer">
      <Stack gap="md">
        <CustomerFields form={form} choice={choice} isQuiet />
      </Stack>
    </SectionCard>
  );
}
