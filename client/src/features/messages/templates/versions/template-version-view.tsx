import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { TemplateVersion } from '@quickfleet/shared/messages/templates';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp } from '@tabler/icons-react';
import { diffWordsWithSpace } from 'diff';
import { useMemo, useState } from 'react';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { TemplatePreview } from '../template-preview.tsx';
import { differencesBetween } from '../template-values.ts';
import styles from './template-history.module.css';

/** Texts that have nothing in common take long to compare, and word by word they would be no easier to read. */
const PATIENCE_MS = 150;

interface Part {
  value: string;
  added: boolean;
  removed: boolean;
}
/** Word after word that was replaced reads as one passage: a lone space between two changes belongs to both. */
function passagesOf(parts: readonly Part[]): Part[] {
  const passages: Part[] = [];
  let gone = '';
  let come = '';
  const end = () => {
    if (gone !== '') passages.push({ value: gone, added: false, removed: true });
    if (come !== '') passages.push({ value: come, added: true, removed: false });
    gone = '';
    come = '';
  };
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    const isGap =
      /^ +$/.test(part.value) && gone !== '' && come !== '' && next !== undefined && (next.added || next.removed);
    if (part.removed || isGap) gone += part.value;
    if (part.added || isGap) come += part.value;
    if (part.added || part.removed || isGap) continue;
    end();
    passages.push(part);
  }
  end();
  return passages;
}
const compare = (from: string, to: string): Part[] =>
  passagesOf(
    diffWordsWithSpace(from, to, { timeout: PATIENCE_MS }) ?? [
      { value: from, added: false, removed: true },
      { value: to, added: true, removed: false },
    ],
  );
/** A line break that comes or goes would not be seen. */
const visible = (text: string) => text.replaceAll('\n', '↵\n');

/** One text that becomes another: what goes is struck out, what comes is underlined. */
function TextDifference({ from, to }: { from: string; to: string }) {
  const parts = useMemo(
    () => compare(from, to).map((part, at) => ({ ...part, key: `${at}-${part.value.length}` })),
    [from, to],
  );
  return (
    <p dir="auto" className={`as-written ${styles.difference}`}>
      {parts.map(({ key, value, added, removed }) => {
        if (added) return <ins key={key}>{visible(value)}</ins>;
        return removed ? <del key={key}>{visible(value)}</del> : <span key={key}>{value}</span>;
      })}
    </p>
  );
}

interface Comparison {
  what: string;
  none: string;
  from: TemplateVersion;
  to: TemplateVersion;
}
/** What to compare: an earlier version with the current one, the current one with the one before. */
function comparisonOf(
  version: TemplateVersion,
  present: TemplateVersion,
  before: TemplateVersion | undefined,
): Comparison | undefined {
  if (!version.isCurrent) {
    return {
      what: t('What restoring it would change'),
      none: t('It says the same as the current version: there is nothing to restore.'),
      from: present,
      to: version,
    };
  }
  return (
    before && {
      what: t('What was changed since version {version}', { version: before.version }),
      none: t('It says the same as the version before.'),
      from: before,
      to: version,
    }
  );
}

function Differences({ comparison }: { comparison: Comparison | undefined }) {
  if (!comparison) return <Text c="dimmed">{t('The first version: there is nothing to compare it with.')}</Text>;
  const { what, none, from, to } = comparison;
  const differences = differencesBetween(from, to);
  if (differences.length === 0) return <Text c="dimmed">{none}</Text>;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {what}: <del className={styles.legend}>{t('this goes')}</del>,{' '}
        <ins className={styles.legend}>{t('this comes')}</ins>.
      </Text>
      {differences.map((difference) => (
        <section key={difference.name} aria-label={difference.name}>
          <Text size="sm" fw={600} mb={4}>
            {difference.name}
          </Text>
          <TextDifference from={difference.from} to={difference.to} />
        </section>
      ))}
    </Stack>
  );
}

interface TemplateVersionViewProps {
  version: TemplateVersion;
  present: TemplateVersion;
  before: TemplateVersion | undefined;
  onPutBack: () => void;
  isPutting: boolean;
}

/** One saved version: who and when, what differs, how its mail looks, and the way back to it. */
export function TemplateVersionView({ version, present, before, onPutBack, isPutting }: TemplateVersionViewProps) {
  const [show, setShow] = useState('differences');
  const canPutBack = !version.isCurrent && differencesBetween(present, version).length > 0;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={3}>
            {version.isCurrent
              ? t('Version {version}, the current one', { version: version.version })
              : t('Version {version}', { version: version.version })}
          </Title>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {version.savedBy}, {formatDateTime(version.savedAt)} (<RelativeTime value={version.savedAt} />)
          </Text>
        </div>
        {canPutBack && (
          <Button leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={onPutBack} loading={isPutting}>
            {t('Restore')}
          </Button>
        )}
      </Group>
      <SegmentedControl
        aria-label={t('What is shown of this version')}
        data={[
          { value: 'differences', label: t('Changes') },
          { value: 'preview', label: t('Preview') },
        ]}
        value={show}
        onChange={setShow}
        style={{ alignSelf: 'flex-start' }}
      />
      {show === 'differences' ? (
        <Differences comparison={comparisonOf(version, present, before)} />
      ) : (
        <TemplatePreview
          type={version.type}
          subject={version.subject}
          content={version.content}
          name={t('Preview of version {version}', { version: version.version })}
        />
      )}
    </Stack>
  );
}
