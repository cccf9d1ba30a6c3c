import { Alert, Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { Template, TemplateVersion } from '@quickfleet/shared/messages/templates';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { IconArrowLeft, IconGitMerge } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import list from '../../../../components/lists/list.module.css';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { useRestoreVersion } from '../template-mutations.ts';
import { differencesBetween } from '../template-values.ts';
import styles from './template-history.module.css';
import { TemplateVersionView } from './template-version-view.tsx';
import { useTemplateVersions } from './use-template-versions.ts';

/** The list of versions, or one that was chosen from it. */
export type HistoryView = 'list' | number;

const fieldList = new Intl.ListFormat(localeOf(language()));
/** 'Changed subject and content', against the version before; nothing while that one is not loaded. */
function changeOf(version: TemplateVersion, before: TemplateVersion | undefined, isFirst: boolean): string | undefined {
  if (isFirst) return t('First version');
  return (
    before &&
    t('Changed {format}', { format: fieldList.format(differencesBetween(before, version).map(({ name }) => name)) })
  );
}

interface VersionListProps {
  versions: readonly TemplateVersion[];
  hasMore: boolean;
  chosen: number | undefined;
  onChoose: (version: number) => void;
}

function VersionList({ versions, hasMore, chosen, onChoose }: VersionListProps) {
  return (
    <ol className={list.entries} aria-label={t('Versions, newest first')}>
      {versions.map((version, at) => (
        <li
          key={version.version}
          className={`${list.entry} ${styles.entry}`}
          data-selected={version.version === chosen || undefined}
        >
          <Group gap={8} wrap="nowrap">
            <UnstyledButton
              className={`${list.open} ${styles.open}`}
              onClick={() => onChoose(version.version)}
              aria-current={version.version === chosen ? 'true' : undefined}
            >
              {t('Version {version}', { version: version.version })}
            </UnstyledButton>
            {version.isCurrent && (
              <Badge size="sm" variant="light">
                {t('current')}
              </Badge>
            )}
          </Group>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {version.savedBy} · <RelativeTime value={version.savedAt} />
          </Text>
          <Text size="xs" c="dimmed">
            {changeOf(version, versions[at + 1], at === versions.length - 1 && !hasMore)}
          </Text>
        </li>
      ))}
    </ol>
  );
}

interface HistoryProps {
  template: Template;
  view: HistoryView;
  onView: (view: HistoryView) => void;
  isDirty: boolean;
  onRestored: (template: Template) => void;
}

function History({ template, view, onView, isDirty, onRestored }: HistoryProps) {
  const query = useTemplateVersions(template.id);
  const { restore, isRestoring } = useRestoreVersion();
  const { confirm, confirmDialog } = useConfirm();
  const [isOvertaken, setOvertaken] = useState(false);
  if (!query.isSuccess)
    return <QueryState query={query} title={t('The versions could not be loaded')} rows={4} height={72} />;

  const versions = query.data;
  const [present] = versions;
  if (!present)
    return <EmptyState title={t('No versions yet')} text={t('The first one is kept when the template is saved.')} />;
  const chosen = view === 'list' ? (versions[1] ?? present) : versions.find(({ version }) => version === view);

  const putBack = async (version: TemplateVersion) => {
    const yes = await confirm({
      title: t('Restore version {version}?', { version: version.version }),
      text: t(
        'What {savedBy} saved on {dateTime} becomes the newest version of “{name}”. The current text stays in this list as version {version}.{isDirty, select, yes { What you typed in the editor and did not save is thrown away.} other {}}',
        {
          savedBy: version.savedBy,
          dateTime: formatDateTime(version.savedAt),
          name: template.name,
          version: present.version,
          isDirty: isDirty ? 'yes' : 'no',
        },
      ),
      action: t('Restore'),
      isDanger: isDirty,
    });
    if (!yes) return;
    const outcome = await restore(template, version.version, present);
    setOvertaken(outcome === 'overtaken');
    if (typeof outcome === 'object') onRestored(outcome);
  };

  return (
    <>
      {isOvertaken && (
        <Alert
          color="amber"
          role="alert"
          icon={<IconGitMerge aria-hidden />}
          title={t('Someone else changed this template')}
          mb="md"
        >
          {t('Nothing was restored. Version {version} of {savedBy} is now the current one. Compare again and decide.', {
            version: present.version,
            savedBy: present.savedBy,
          })}
        </Alert>
      )}
      <div className={styles.layout} data-chosen={view === 'list' ? undefined : true}>
        <div className={styles.side}>
          <VersionList versions={versions} hasMore={query.hasNextPage} chosen={chosen?.version} onChoose={onView} />
          {query.hasNextPage && (
            <Button
              variant="default"
              fullWidth
              mt="sm"
              onClick={() => void query.fetchNextPage()}
              loading={query.isFetchingNextPage}
            >
              {t('Show earlier versions')}
            </Button>
          )}
        </div>
        <div className={styles.detail}>
          <Button
            className={styles.back}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => onView('list')}
          >
            {t('All versions')}
          </Button>
          {chosen ? (
            <TemplateVersionView
              key={chosen.version}
              version={chosen}
              present={present}
              before={versions[versions.indexOf(chosen) + 1]}
              onPutBack={() => void putBack(chosen)}
              isPutting={isRestoring}
            />
          ) : (
            <EmptyState
              title={t('Version {view} is not in this list', { view })}
              text={t('It may be an earlier one that is not shown yet.')}
            />
          )}
        </div>
      </div>
      {confirmDialog}
    </>
  );
}

interface TemplateHistoryProps extends Omit<HistoryProps, 'view'> {
  view: HistoryView | undefined;
  onClose: () => void;
}

/** The earlier versions of a template: who saved what and when, and the way back to each. */
export function TemplateHistory({ view, onClose, ...history }: TemplateHistoryProps) {
  return (
    <Dialog
      opened={view !== undefined}
      onClose={onClose}
      title={t('Earlier versions of “{name}”', { name: history.template.name })}
      size={1080}
      centered={false}
      yOffset="5dvh"
    >
      {view !== undefined && <History {...history} view={view} />}
    </Dialog>
  );
}
