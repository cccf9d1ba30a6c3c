import { Alert, Button, Group, Text } from '@mantine/core';
import { areaWords, findingsInWords } from '@quickfleet/shared/operations/doctor-words';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { SetAsideJobs } from '../../../components/feedback/set-aside-jobs.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { readStored, store } from '../../../lib/storage/local-store.ts';
import styles from './setup.module.css';

const HIDDEN = 'quickfleet-health-hidden';

/** What the server found about itself, with what to do, until it is mended; hidden, until it finds something else. */
export function HealthNotice({ health }: { health: Setup['health'] | undefined }) {
  // "Check again" in the settings knows it better than the last half hour.
  const checked = trpc.doctor.get.useQuery(undefined, { enabled: false }).data;
  const isNewer = checked && (!health || checked.checkedAt > health.checkedAt);
  const findings = (isNewer ? checked.checks : (health?.findings ?? [])).filter(({ state }) => state !== 'ok');
  const subject = findings.map(({ area, name, state }) => `${area} ${name} ${state}`).join();
  const [hidden, setHidden] = useState(() => readStored(HIDDEN));
  if (findings.length === 0 || hidden === subject) return null;

  const failures = findings.filter(({ state }) => state === 'fail').length;
  const hide = () => {
    store(HIDDEN, subject);
    setHidden(subject);
  };
  return (
    <Alert
      role="region"
      mb="md"
      color={failures > 0 ? 'red' : 'amber'}
      icon={<IconStethoscope aria-hidden />}
      title={t('The server found {counts}', { counts: findingsInWords(failures, findings.length - failures) })}
    >
      {/* Warnings can wait, and stay on the dashboard for weeks. */}
      <details open={failures > 0}>
        <summary>{t('What it found, and what to do')}</summary>
        <ul className={styles.findings}>
          {findings.map(({ area, name, finding, advice }) => (
            <li key={`${area} ${name}`}>
              <Text span size="sm" fw={600}>
                {areaWords[area]}: {finding}
              </Text>{' '}
              <Text span size="sm">
                {advice}
              </Text>
            </li>
          ))}
        </ul>
      </details>
      {findings.some(({ name }) => name === 'Jobs set aside') && <SetAsideJobs />}
      <Group gap="xs" mt="sm">
        <Button component={Link} href={`${paths.adminSettings}?section=health`} variant="default" size="xs">
          {t('Open Health')}
        </Button>
        <Button variant="subtle" color="gray" size="xs" onClick={hide}>
          {t('Hide until something changes')}
        </Button>
      </Group>
    </Alert>
  );
}
