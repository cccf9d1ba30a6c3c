import type { CompanyGroup, CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { codeOf, issuesOf, messageOf, statusOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

const withoutGroup = (issues: Record<string, string>, group: string) =>
  Object.fromEntries(Object.entries(issues).map(([path, text]) => [path.replace(`${group}.`, ''), text]));

const pick = <Values extends object, Field extends keyof Values>(
  all: Values,
  fields: readonly Field[] | undefined,
): Pick<Values, Field> =>
  fields ? (Object.fromEntries(fields.map((field) => [field, all[field]])) as Pick<Values, Field>) : all;

/** What an input shows of a value that the environment sets. */
export const lockOf = ({ locked }: CompanySettingsView, path: string) => {
  const variable = locked[path];
  return variable === undefined
    ? {}
    : { disabled: true, description: t('Set by {variable} in the environment', { variable }) };
};

/**
 * One group of the company's settings while it is edited, or some fields of it; `field(name)` gives an input its value,
 * error and handler, and shuts it where the environment sets the value. What somebody else saved in other fields is left
 * untouched; a change to the same ones is refused.
 */
export function useGroup<
  Name extends CompanyGroup,
  Shown extends keyof CompanySettingsView[Name] = keyof CompanySettingsView[Name],
>(
  name: Name,
  company: CompanySettingsView,
  fields?: readonly Shown[],
  /** What is filled in, and not saved yet. */
  proposed: Partial<Pick<CompanySettingsView[Name], Shown>> = {},
) {
  type Values = Pick<CompanySettingsView[Name], Shown>;
  const utils = trpc.useUtils();
  const [base, setBase] = useState({ values: pick(company[name], fields), version: company.version });
  const [values, setValues] = useState<Values>({ ...base.values, ...proposed });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isChanged = JSON.stringify(values) !== JSON.stringify(base.values);
  const update = trpc.company.update.useMutation({
    onSuccess: (saved) => {
      utils.company.get.setData(undefined, saved);
      const latest = pick(saved[name], fields);
      setBase({ values: latest, version: saved.version });
      setValues(latest);
      setErrors({});
      showSuccess(t('Success'), t('Settings saved'));
    },
    onError: (error) => {
      const issues = withoutGroup(issuesOf(error), name);
      flushSync(() => setErrors(issues));
      if (Object.keys(issues).length === 0) showError(t('Error'), messageOf(error));
    },
  });

  /** Saves the values, with `more` that has no field here, and `others` of other groups; answers whether it worked. */
  const save = async (more: object = {}, others: object = {}): Promise<boolean> => {
    if (update.isPending) return false;
    // A new version with changes to other groups only is no conflict.
    const latest = utils.company.get.getData() ?? company;
    const isSame = JSON.stringify(pick(latest[name], fields)) === JSON.stringify(base.values);
    const input = { [name]: { ...values, ...more }, ...others, version: isSame ? latest.version : base.version };
    try {
      await update.mutateAsync(input as Parameters<typeof update.mutateAsync>[0]);
      return true;
    } catch (error) {
      if (codeOf(error) === 'STALE_VERSION' || statusOf(error) === 412) await utils.company.get.invalidate();
      return false;
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
    ...lockOf(company, `${name}.${of}`),
  });
  return { values, errors, set, field, save, form: { isChanged, isPending: update.isPending, onSave: () => save() } };
}
