import { RouteFields } from '../../../../components/customer-choice/customer-fields.tsx';
import type { CustomerChoice } from '../../../../components/customer-choice/use-customer-choice.ts';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import type { OrderForm } from './order-values.ts';

/** From where to where, with the addresses that the customer had before. */
export function RoutePart({ form, choice }: { form: OrderForm; choice: CustomerChoice }) {
  return (
    <SectionCard title="Route">
      <RouteFields form={form} choice={choice} />
    </SectionCard>
  );
}
