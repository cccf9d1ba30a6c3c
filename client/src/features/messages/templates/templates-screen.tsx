import { Badge, Button, Card, Group, Switch, Text, Title, UnstyledButton } from '@mantine/core';
import type { Template } from '@quickfleet/shared/messages/templates';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconMessage, IconTemplate } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import list from '../../../components/lists/list.module.css';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useUnsavedGuard } from '../../../lib/forms/use-unsaved-guard.ts';
import { rich } from '../../../lib/words/rich.tsx';
import { useInitializeTemplates, useTemplates, useToggleTemplate } from './template-mutations.ts';
import { TemplatePanel } from './template-panel.tsx';
import { typeColor, typeName } from './template-values.ts';
import styles from './templates.module.css';
import type { HistoryView } from './versions/template-history.tsx';

interface TemplateListProps {
  templates: readonly Template[];
  selectedId: number | undefined;
  onSelect: (id: number) => void;
}

/** Name, type, switch and trigger of each; the name opens the panel. */
function TemplateList({ templates, selectedId, onSelect }: TemplateListProps) {
  const toggle = useToggleTemplate();
  return (
    <ul className={list.entries}>
      {templates.map(({ id, name, type, trigger, enabled }) => (
        <li key={id} className={`${list.entry} ${styles.entry}`} data-selected={id === selectedId || undefined}>
          <UnstyledButton
            className={`${list.open} ${styles.name}`}
            onClick={() => onSelect(id)}
            data-row-open
            aria-current={id === selectedId ? 'true' : undefined}
          >
            {name}
          </UnstyledButton>
          <Switch
            pos="relative"
            style={{ zIndex: 1 }}
            checked={enabled}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
            aria-label={t('{name} enabled', { name })}
          />
          <Group gap={8} mt={4} wrap="nowrap" style={{ gridColumn: '1 / -1' }}>
            <Badge size="sm" variant="light" color={typeColor(type)}>
              {typeName(type)}
            </Badge>
            <Text size="xs" c="dimmed" truncate>
              {rich('Trigger: {text}', { text: <span className="mono">{trigger}</span> })}
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}

const templatesView = z.object({
  template: urlNumber.optional(),
  /** The earlier versions of that template, or one of them. */
  history: z
    .string()
    .regex(/^(list|[1-9]\d{0,8})$/)
    .transform((text): HistoryView => (text === 'list' ? text : Number(text)))
    .optional(),
});

/** What the product writes to customers and to the office, and when. */
export function TemplatesScreen() {
  const { view, filter, open, close } = useView(templatesView);
  const { template: selectedId, history } = view;
  const templates = useTemplates();
  const initialize = useInitializeTemplates();
  const { confirm, confirmDialog } = useConfirm();
  const [isDirty, setDirty] = useState(false);
  const heading = useRef<HTMLDivElement>(null);
  const hasSms = trpc.mailbox.channels.useQuery().data?.sms === true;
  const lacksSms = hasSms && templates.data?.length && !templates.data.some(({ type }) => type === 'sms');
  const selected = templates.data?.find(({ id }) => id === selectedId);

  const askToDiscard = () =>
    confirm({
      title: t('Discard your changes?'),
      text: t('What you typed in “{name}” is not saved.', { name: selected?.name ?? t('this template') }),
      action: t('Discard changes'),
      cancel: t('Keep editing'),
    });
  useUnsavedGuard(
    isDirty,
    askToDiscard,
    ({ pathname, searchParams }) =>
      pathname === paths.adminTemplates && searchParams.get('template') === String(selectedId),
  );

  const select = async (id: number | undefined) => {
    if (id === selectedId) return;
    if (isDirty && !(await askToDiscard())) return;
    setDirty(false);
    filter({ template: id === undefined ? undefined : String(id), history: undefined });
    // On a phone the panel takes the list's place: start at its top.
    heading.current?.scrollIntoView({ block: 'nearest' });
  };

  const showHistory = (next: HistoryView | undefined) => {
    if (next === undefined) close('history');
    else open('history', next);
  };

  return (
    <>
      <div ref={heading}>
        <Group mb="md" justify="space-between">
          <Title order={1}>{t('Email Templates')}</Title>
          {lacksSms && (
            <Button
              variant="default"
              leftSection={<IconMessage size={18} aria-hidden />}
              onClick={() => initialize.mutate()}
              loading={initialize.isPending}
            >
              {t('Add SMS texts')}
            </Button>
          )}
        </Group>
      </div>
      {templates.isPending && <SkeletonRows height={72} />}
      {templates.isError && (
        <ErrorState
          title={t('Error loading templates')}
          error={undefined}
          fallback={t('Could not load email templates. Please try again.')}
          onRetry={() => void templates.refetch()}
          isRetrying={templates.isFetching}
        />
      )}
      {templates.data?.length === 0 && (
        <Card>
          <EmptyState
            title={t('No email templates yet')}
            text={t(
              'The product comes with one for every step from the request to the delivery. Add them and make the words your own.',
            )}
            action={
              <Button
                mt="xs"
                leftSection={<IconTemplate size={18} aria-hidden />}
                onClick={() => initialize.mutate()}
                loading={initialize.isPending}
              >
                {t('Initialize Default Templates')}
              </Button>
            }
          />
        </Card>
      )}
      {templates.data && templates.data.length > 0 && (
        <div className={styles.layout}>
          <div className={styles.side} data-open={selected ? true : undefined}>
            <TemplateList templates={templates.data} selectedId={selected?.id} onSelect={(id) => void select(id)} />
          </div>
          {selected ? (
            <TemplatePanel
              key={selected.id}
              template={selected}
              onDirtyChange={setDirty}
              askToDiscard={askToDiscard}
              onBack={() => void select(undefined)}
              history={history}
              onHistory={showHistory}
            />
          ) : (
            <Card visibleFrom="md">
              <EmptyState
                title={t('Choose a template')}
                text={t('Read it, change its words, see a preview and send yourself a test.')}
              />
              {selectedId !== undefined && (
                <Text ta="center" c="dimmed">
                  {t('Template #{selectedId} no longer exists.', { selectedId })}
                </Text>
              )}
            </Card>
          )}
        </div>
      )}
      {confirmDialog}
    </>
  );
}
