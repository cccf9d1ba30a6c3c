import { Stack } from '@mantine/core';
import type { Customer } from '@quickfleet/shared/people/customers';
import { ProofRulesButton } from '../../../components/proof/proof-rules-dialog.tsx';
import { ProofSummary } from '../../../components/proof/proof-summary.tsx';
import { useCompanyLevel } from '../../../lib/use-proof-levels.ts';
import { useUpdateCustomer } from './customers-mutations.ts';

/** What the stops of this customer's orders must prove: the company's rules, and over them their own. */
export function CustomerProof({ customer: { id, version, proofRules } }: { customer: Customer }) {
  const update = useUpdateCustomer();
  const company = useCompanyLevel();
  return (
    <Stack gap="xs" align="flex-start">
      <ProofSummary levels={[company, { who: 'the customer', rules: proofRules }]} />
      <ProofRulesButton
        of="this customer"
        levels={[company]}
        rules={proofRules}
        isSaving={update.isPending}
        onSave={(rules) => update.mutateAsync({ id, version, proofRules: rules })}
      />
    </Stack>
  );
}
