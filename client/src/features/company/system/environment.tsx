import { Badge, Card, Text, Title } from '@mantine/core';
import type { Setting } from '@quickfleet/shared/company/settings';
import { t } from '@quickfleet/shared/words/t';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import list from '../../../components/lists/list.module.css';
import { trpc } from '../../../lib/api/trpc.ts';
import styles from './settings.module.css';

const states: Record<Setting['state'], { text: string; color: string }> = {
  set: { text: t('Set'), color: 'teal' },
  default: { text: t('Default'), color: 'gray' },
  unset: { text: t('Not set'), color: 'gray' },
};

const shownValue = ({ isSecret, state, value }: Setting): string => {
  if (isSecret) return state === 'unset' ? '—' : '••••••••';
  return value ?? '—';
};

/** What the environment set at the start; changed there, never here. */
export function EnvironmentTable() {
  const settings = trpc.settings.get.useQuery();
  return (
    <Card component="section" aria-labelledby="environment">
      <Title order={2} id="environment">
        {t('Environment')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'Read when the server started. Change a variable where the server is started, then restart it. Secrets are never shown.',
        )}
      </Text>
      <QueryState query={settings} title={t('The settings could not be loaded')} />
      {settings.data && (
        <dl>
          {settings.data.data.map((setting) => (
            <div key={setting.name} className={`${list.row} ${styles.variable}`}>
              <dt>
                <span className="mono">{setting.name}</span>
                <Text size="xs" c="dimmed">
                  {setting.description}
                </Text>
              </dt>
              <dd className={styles.value}>
                <span className="mono">
                  {shownValue(setting)}
                  {setting.isSecret && <span className="visually-hidden"> {t('(secret)')}</span>}
                </span>
                <Badge
                  size="sm"
                  variant={setting.state === 'set' ? 'light' : 'outline'}
                  color={states[setting.state].color}
                  miw="max-content"
                >
                  {states[setting.state].text}
                </Badge>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
