import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { choiceOf, type RuleChoice, ruleOf } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { type ReportName, reportTitles } from '@quickfleet/shared/operations/reports/report-names';
import type { SavedQuery, SavedReport } from '@quickfleet/shared/operations/reports/saved-reports';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { isWholeChoice, RuleField, RulePreview } from '../../../../components/window-field/rule-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { useChangeReport, useSaveReport } from './saved-mutations.ts';
import { listed, noRecipients, recipientErrors, recipientsOf } from './saved-values.ts';

const formats = [
  { value: 'pdf', label: t('PDF') },
  { value: 'xlsx', label: t('Spreadsheet') },
] as const;

interface SaveFormProps {
  report: ReportName;
  /** Of a new one. */
  query: SavedQuery;
  saved?: SavedReport | undefined;
  onClose: () => void;
}
function SaveForm({ report, query, saved, onClose }: SaveFormProps) {
  const [name, setName] = useState(saved?.name ?? reportTitles[report]);
  const [choice, setChoice] = useState<RuleChoice>(() =>
    saved ? choiceOf(saved.rule) : { kind: 'weekly', every: 1, days: ['MO'] },
  );
  const [format, setFormat] = useState<'pdf' | 'xlsx'>(saved?.format ?? 'pdf');
  const [recipients, setRecipients] = useState(() => (saved ? recipientsOf(saved) : noRecipients));
  const [isOn, setOn] = useState(saved?.isOn ?? true);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const creation = useSaveReport();
  const change = useChangeReport();
  const send = async () => {
    if (!isWholeChoice(choice)) return;
    const input = { name, report, rule: ruleOf(choice), format, isOn, recipients: listed(recipients) };
    try {
      if (saved) await change.mutateAsync({ ...input, id: saved.id, version: saved.version });
      else await creation.mutateAsync({ ...input, query });
      onClose();
    } catch (error) {
      setErrors(issuesOf(error));
    }
  };
  return (
    <DialogForm
      onSubmit={() => void send()}
      onCancel={onClose}
      send={t('Save')}
      isPending={creation.isPending || change.isPending}
    >
      <Stack gap="md">
        <TextInput
          label={t('Name')}
          withAsterisk
          value={name}
          error={errors['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RuleField choice={choice} onChange={setChoice} error={errors['rule']} />
        {isWholeChoice(choice) && <RulePreview rule={ruleOf(choice)} start={todayInZone()} end="" onClosedDay="keep" />}
        <NativeSelect
          label={t('Mailed as')}
          data={formats}
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value === 'xlsx' ? 'xlsx' : 'pdf')}
        />
        <RecipientFields
          report={report}
          value={recipients}
          errors={recipientErrors(recipients, errors)}
          onChange={setRecipients}
        />
        <Switch
          label={t('Mail it on these days')}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Stack>
    </DialogForm>
  );
}

/** Saves a report with its filters, when it is mailed and to whom. */
export function SaveDialog({ opened, ...form }: SaveFormProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={form.onClose} title={t('Save report')} size="lg">
      <SaveForm key={form.saved?.version ?? 'new'} {...form} />
    </Dialog>
  );
}
