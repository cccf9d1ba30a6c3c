import { Badge, Box, Button, Card, Group, Text, Title } from '@mantine/core';
import { API_BASE } from '@quickfleet/shared/paths';
import type { ApiKey } from '@quickfleet/shared/people/api-keys';
import { IconPlus } from '@tabler/icons-react';
import { z } from 'zod';
import { useConfirm } from '../../../components/feedback/confirm.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import list from '../../../components/lists/list.module.css';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { closeInUrl, openInUrl } from '../../../lib/addresses/url-dialog.ts';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate } from '../../../lib/words/format.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import styles from './settings.module.css';
import { useRevokeKey } from './settings-mutations.ts';

/** The form for a new key lives in the URL. */
const view = z.object({ create: z.literal('1').optional() });

const stateOf = (key: ApiKey): { text: string; color: string } => {
  if (key.revokedAt) return { text: 'Revoked', color: 'gray' };
  if (key.expiresAt && Date.parse(key.expiresAt) <= Date.now()) return { text: 'Expired', color: 'amber' };
  if (!key.isMakerActive) return { text: 'Paused', color: 'amber' };
  return { text: 'Active', color: 'green' };
};
// The moment after the last day: a little earlier is the day people chose.
const lastDay = (expiresAt: string) => formatDate(new Date(Date.parse(expiresAt) - 1));

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <ul>
      {keys.map((key) => {
        const { text, color } = stateOf(key);
        return (
          <li key={key.id} className={`${list.row} ${styles.key}`}>
            <div>
              <Group gap="xs">
                <Text fw={600}>{key.name}</Text>
                <Badge variant="light" color={color}>
                  {text}
                </Badge>
              </Group>
              <Text size="xs" c="dimmed" className="mono">
                {key.prefix}…
              </Text>
            </div>
            <Group gap={4}>
              {key.scopes.map((scope) => (
                <Badge key={scope} size="sm" variant="outline" color="gray" className="mono" fw={500}>
                  {scope}
                </Badge>
              ))}
            </Group>
            <Text size="sm" c="dimmed" component="div">
              <div>{key.lastUsedAt ? <RelativeTime value={key.lastUsedAt} prefix="Last used " /> : 'Never used'}</div>
              {!key.isMakerActive && !key.revokedAt && (
                <div>Refused while {key.createdBy ?? 'its maker'} is not an active admin</div>
              )}
              <div>{key.expiresAt ? `Until ${lastDay(key.expiresAt)}` : 'Does not expire'}</div>
            </Text>
            <Box ta="end">
              {!key.revokedAt && (
                <Button
                  size="compact-sm"
                  color="red"
                  variant="subtle"
                  onClick={() => onRevoke(key)}
                  aria-label={`Revoke ${key.name}`}
                >
                  Revoke
                </Button>
              )}
            </Box>
          </li>
        );
      })}
    </ul>
  );
}

/** Keys for other programs: each with what it may do and until when. */
export function ApiKeys() {
  const keys = trpc.apiKeys.list.useQuery();
  const revoke = useRevokeKey();
  const { confirm, confirmDialog } = useConfirm();
  const [{ create }, setView] = useUrlState(view);

  const askToRevoke = async (key: ApiKey) => {
    const yes = await confirm({
      title: `Revoke ${key.name}?`,
      text: `Whatever uses the key ${key.prefix}… is refused from its next call on. This cannot be undone.`,
      action: 'Revoke key',
    });
    if (yes) revoke.mutate({ id: key.id });
  };
  return (
    <Card component="section" aria-labelledby="api-keys">
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} id="api-keys">
            API keys
          </Title>
          <Text size="sm" c="dimmed">
            For other programs that call {API_BASE}.
          </Text>
        </div>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => openInUrl(() => setView({ create: '1' }))}
        >
          Create key
        </Button>
      </Group>
      <QueryState query={keys} title="The keys could not be loaded" rows={2} />
      {keys.data?.data.length === 0 && (
        <EmptyState
          title="No API keys yet"
          text="Make one, copy its curl line into a terminal, and see your orders as JSON."
        />
      )}
      {keys.data && keys.data.data.length > 0 && (
        <KeyList keys={keys.data.data} onRevoke={(key) => void askToRevoke(key)} />
      )}
      <NewKeyDialog
        isOpen={create !== undefined}
        onClose={() => closeInUrl(() => setView({ create: undefined }, 'replace'))}
      />
      {confirmDialog}
    </Card>
  );
}
