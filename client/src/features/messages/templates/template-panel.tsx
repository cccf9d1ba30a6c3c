import { Autocomplete, Badge, Button, Card, Divider, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { type Template, templateTriggers, updateTemplate } from '@quickfleet/shared/messages/templates';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowLeft, IconHistory, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { ConflictNotice } from '../../../components/feedback/conflict-notice.tsx';
import { codeOf, issuesOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { compareFailed, useSaveTemplate } from './template-mutations.ts';
import { TemplatePreview } from './template-preview.tsx';
import { differencesOf, isSame, type TemplateValues, typeColor, typeName, valuesOf } from './template-values.ts';
import styles from './templates.module.css';
import { TestEmail } from './test-email.tsx';
import { useInsertAtCursor } from './use-insert-at-cursor.ts';
import { VariableList } from './variable-list.tsx';
import { type HistoryView, TemplateHistory } from './versions/template-history.tsx';

const fields = updateTemplate.pick({ name: true, trigger: true, subject: true, content: true });
const isKnownTrigger = (trigger: string) => templateTriggers.some((known) => known === trigger);

interface TemplatePanelProps {
  template: Template;
  onDirtyChange: (isDirty: boolean) => void;
  /** Resolves to whether what was typed may be thrown away. */
  askToDiscard: () => Promise<boolean>;
  onBack: () => void;
  /** What is open of the earlier versions; it lives in the URL. */
  history: HistoryView | undefined;
  onHistory: (view: HistoryView | undefined) => void;
}

/** One template: shown, or edited with its live preview. Give it the id as key. */
export function TemplatePanel({
  template,
  onDirtyChange,
  askToDiscard,
  onBack,
  history,
  onHistory,
}: TemplatePanelProps) {
  const { client } = trpc.useUtils();
  const save = useSaveTemplate();
  const [isEditing, setEditing] = useState(false);
  const [read, setRead] = useState(template);
  const [theirs, setTheirs] = useState<Template>();
  const { form, onSubmit, showErrors } = useZodForm(fields, valuesOf(template), {
    mode: 'controlled',
    onValuesChange: (values) => onDirtyChange(!isSame(values, valuesOf(read))),
  });
  const values = isEditing ? form.values : valuesOf(template);
  const isDirty = isEditing && !isSame(form.values, valuesOf(read));
  const { subject, content, insert } = useInsertAtCursor((field, text) => form.setFieldValue(field, text), form.values);

  const startFrom = (from: Template) => {
    setRead(from);
    setTheirs(undefined);
    form.setValues(valuesOf(from));
    form.clearErrors();
    onDirtyChange(false);
  };
  const edit = () => {
    startFrom(template);
    setEditing(true);
  };
  const cancel = async () => {
    if (isDirty && !(await askToDiscard())) return;
    startFrom(template);
    setEditing(false);
  };
  const store = async (typed: TemplateValues, version: number) => {
    try {
      const saved = await save.mutateAsync({ id: template.id, version, ...typed });
      startFrom(saved);
      setEditing(false);
    } catch (error) {
      if (codeOf(error) === 'STALE_VERSION')
        setTheirs((await client.templates.get.query({ id: template.id }).catch(compareFailed)) ?? undefined);
      else showErrors(issuesOf(error));
    }
  };
  // The switch in the list makes a new version too; it changes nothing that is edited here.
  const version = isSame(valuesOf(template), valuesOf(read)) ? template.version : read.version;
  const readOnly = !isEditing;
  const isSms = template.type === 'sms';

  return (
    <Card component="section" aria-label={template.name} className={isEditing ? undefined : styles.reading}>
      <form onSubmit={onSubmit((_, typed) => void store(typed, version))} noValidate>
        <Stack>
          <div className={styles.back}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              onClick={onBack}
            >
              {t('All templates')}
            </Button>
          </div>
          <Group justify="space-between" align="flex-start">
            <Group gap="sm">
              <Title order={2}>{template.name}</Title>
              <Badge variant="light" color={typeColor(template.type)}>
                {typeName(template.type)}
              </Badge>
            </Group>
            <Group gap="xs" className={styles.tools}>
              <Button
                variant="default"
                leftSection={<IconHistory size={18} aria-hidden />}
                onClick={() => onHistory('list')}
              >
                {t('Earlier versions')}
              </Button>
              {isEditing ? (
                <>
                  <Button variant="default" onClick={() => void cancel()} disabled={save.isPending}>
                    {t('Cancel')}
                  </Button>
                  <Button type="submit" loading={save.isPending} disabled={!isDirty || theirs !== undefined}>
                    {t('Save')}
                  </Button>
                </>
              ) : (
                <Button key="edit" type="button" leftSection={<IconPencil size={18} aria-hidden />} onClick={edit}>
                  {t('Edit')}
                </Button>
              )}
            </Group>
          </Group>
          {theirs && (
            <ConflictNotice
              what={t('template (to name)')}
              differences={differencesOf(form.values, valuesOf(theirs))}
              onKeepMine={() => void store(form.values, theirs.version)}
              onUseTheirs={() => startFrom(theirs)}
              isSaving={save.isPending}
            />
          )}
          <TextInput
            label={t('Template Name')}
            readOnly={readOnly}
            {...form.getInputProps('name')}
            value={values.name}
          />
          <Autocomplete
            label={t('Trigger Event')}
            data={[...templateTriggers]}
            readOnly={readOnly}
            description={
              isKnownTrigger(values.trigger)
                ? undefined
                : t('Nothing fires this trigger, so the e-mail is never sent automatically.')
            }
            {...form.getInputProps('trigger')}
            value={values.trigger}
          />
          <TextInput
            label={isSms ? t('Title in the mailbox') : t('Email Subject')}
            description={isSms ? t('It is not sent.') : undefined}
            readOnly={readOnly}
            {...form.getInputProps('subject')}
            value={values.subject}
            {...subject}
          />
          <Textarea
            className={styles.content}
            label={isSms ? t('SMS text') : t('Email Content')}
            rows={isSms ? 5 : 12}
            readOnly={readOnly}
            {...form.getInputProps('content')}
            value={values.content}
            {...content}
          />
          <VariableList type={template.type} onInsert={isEditing ? insert : undefined} />
          <Divider />
          <TemplatePreview type={template.type} subject={values.subject} content={values.content} />
        </Stack>
      </form>
      <Divider my="md" />
      <TestEmail id={template.id} isDirty={isDirty} isSms={isSms} />
      <TemplateHistory
        template={template}
        view={history}
        onView={onHistory}
        onClose={() => onHistory(undefined)}
        isDirty={isDirty}
        onRestored={(restored) => {
          startFrom(restored);
          setEditing(false);
          onHistory(undefined);
        }}
      />
    </Card>
  );
}
