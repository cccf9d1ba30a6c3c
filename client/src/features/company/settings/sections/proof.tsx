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
      text="Customers and orders can have their own rules. A field you leave unchanged uses the default: customer signature."
      isChanged={form.isChanged}
      isPending={form.isPending}
      onSave={form.save}
    >
      <ProofRulesFields value={values} levels={[]} onChange={set} />
    </SettingsForm>
  );
}
