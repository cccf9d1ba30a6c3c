import type { Customer } from '@quickfleet/shared/people/customers';
import { useState } from 'react';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { ProofRulesField } from '../../../../components/proof/proof-rules-field.tsx';
import { useOrderLevels } from '../../../../lib/use-proof-levels.ts';
import type { OrderForm } from './order-values.ts';

/** What this order's stops must prove, where that is not what the company or the customer has. */
export function ProofPart({ form, customer }: { form: OrderForm; customer: Customer | undefined }) {
  const [rules, setRules] = useState(form.getValues().proofRules);
  return (
    <SectionCard title="Proof">
      <ProofRulesField
        value={rules}
        levels={useOrderLevels(customer?.proofRules)}
        onChange={(next) => {
          setRules(next);
          form.setFieldValue('proofRules', next, { forceUpdate: false });
        }}
      />
    </SectionCard>
  );
}
