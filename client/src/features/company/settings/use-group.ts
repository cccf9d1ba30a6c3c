import type { CompanyGroup, CompanySettingsView } from '@quickfleet/shared/company/company';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { codeOf, issuesOf, messageOf, statusOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

const withoutGroup = (issues: Record<string, string>, group: string) =>
  Object.fromEntries(Object.entries(issues).map(([path, text]) => [path.replace(`${group}.`, ''), text]));

/**
 * One group of the company's settings while it is edited; `field(name)` gives an input its value, error and handler.
 * Another group that somebody saved is left untouched; a change to the same group is refused.
 */
export function useGroup<Name extends CompanyGroup>(name: Name, company: CompanySettingsView) {
  type Values = CompanySettingsView[Name];
  const utils = trpc.useUtils();
  const [base, setBase] = useState({ values: company[name], version: company.version });
  const [values, setValues] = useState<Values>(company[name]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isChanged = JSON.stringify(values) !== JSON.stringify(base.values);
  const update = trpc.company.update.useMutation({
    onSuccess: (saved) => {
      utils.company.get.setData(undefined, saved);
      setBase({ values: saved[name], version: saved.version });
      setValues(saved[name]);
      setErrors({});
      showSuccess('Success', 'Settings saved');
    },
    onError: (error) => {
      const issues = withoutGroup(issuesOf(error), name);
      flushSync(() => setErrors(issues));
      if (Object.keys(issues).length === 0) showError('Error', messageOf(error));
    },
  });

  const save = async () => {
    if (update.isPending) return;
    // A new version with changes to other groups only is no conflict.
    const latest = utils.company.get.getData() ?? company;
    const isSame = JSON.stringify(latest[name]) === JSON.stringify(base.values);
    const input = { [name]: values, version: isSame ? latest.version : base.version };
    try {
      await update.mutateAsync(input as Parameters<typeof update.mutateAsync>[0]);
    } catch (error) {
      if (codeOf(error) === 'STALE_VERSION' || statusOf(error) === 412) await utils.company.get.invalidate();
    }
  };
  const set = (patch: Partial<Values>) => {
    setValues((now) => ({ ...now, ...patch }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([path]) => !(path in patch))));
  };
  const field = <Field extends keyof Values & string>(of: Field) => ({
    value: values[of],
    error: errors[of],
    onChange: (value: Values[Field]) => set({ [of]: value } as unknown as Partial<Values>),
  });
  return { values, errors, set, field, form: { isChanged, isPending: update.isPending, onSave: save } };
}
