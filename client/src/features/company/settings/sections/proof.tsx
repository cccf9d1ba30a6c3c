import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { ProofRulesFields } from '../../../../components/proof/proof-rules-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

/** What every pickup and delivery must prove, unless a customer or an order says something else. */
export function ProofSection({ company }: { company: CompanySettingsView }) {
  const { values, set, ...form } = useGroup('proof', company);
  return (
    <SettingsForm
      id="proof"
      title="Proof of pickup and delivery"
      text="Customers and orders may say something else. What is left as it is asks for the customer's signature, as ever."
      isChanged={form.isChanged}
      isPending={form.isPending}
      onSave={form.save}
    >
      <ProofRulesFields value={values} levels={[]} onChange={set} />
    </SettingsForm>
  );
}
