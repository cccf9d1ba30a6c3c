import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import type { CheckState, HealthCheck } from '@quickfleet/shared/operations/doctor';
import { areaWords, checkName } from '@quickfleet/shared/operations/doctor-words';
import { t } from '@quickfleet/shared/words/t';
import { IconRefresh } from '@tabler/icons-react';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { SetAsideJobs } from '../../../components/feedback/set-aside-jobs.tsx';
import list from '../../../components/lists/list.module.css';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import styles from './settings.module.css';

const states: Record<CheckState, { text: string; color: string }> = {
  fail: { text: t('Fails'), color: 'red' },
  warn: { text: t('Needs attention'), color: 'amber' },
  ok: { text: t('OK'), color: 'green' },
};

function Checks({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <ul>
      {checks.map(({ area, name, state, finding, advice }) => (
        <li key={`${area} ${name}`} className={`${list.row} ${styles.check}`}>
          <Badge size="sm" variant="light" color={states[state].color} miw="max-content">
            {states[state].text}
          </Badge>
          <div>
            <Text size="sm" fw={600}>
              {areaWords[area]}: {checkName(name)}
            </Text>
            <Text size="sm">{finding}</Text>
            {advice && (
              <Text size="sm" c="dimmed">
                {advice}
              </Text>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The findings of npm run doctor: failures first, then warnings. */
export function Health() {
  // It asks the mail server and the proxy, which may take seconds.
  const health = trpc.doctor.get.useQuery(undefined, { trpc: { context: { isSlow: true } } });
  const { data } = health;
  const of = (state: CheckState) => data?.checks.filter((check) => check.state === state) ?? [];
  const good = of('ok');
  return (
    <Card component="section" aria-labelledby="health">
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} id="health">
            {t('Health')}
          </Title>
          <Text size="sm" c="dimmed">
            {data ? (
              <RelativeTime value={data.checkedAt} prefix={t('Checked ')} />
            ) : (
              t('What the server finds when it checks itself.')
            )}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={health.isFetching}
          onClick={() => void health.refetch()}
        >
          {t('Check again')}
        </Button>
      </Group>
      <QueryState query={health} title={t('The checks could not be made')} rows={3} />
      {data && (
        <>
          <Checks checks={[...of('fail'), ...of('warn')]} />
          <SetAsideJobs />
          <details className={styles.good}>
            <summary>
              {data.state === 'ok' ? t('All checks passed') : t('{length} checks passed', { length: good.length })}
            </summary>
            <Checks checks={good} />
          </details>
        </>
      )}
    </Card>
  );
}
