import { Badge, Button, Group, Text } from '@mantine/core';
import type { SignedInSession } from '@quickfleet/shared/people/account';
import { t } from '@quickfleet/shared/words/t';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import list from '../../../../components/lists/list.module.css';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';

function SessionRow({ session, onEnd, isEnding }: { session: SignedInSession; onEnd: () => void; isEnding: boolean }) {
  const { device, address, lastSeenAt, createdAt, isCurrent } = session;
  const DeviceIcon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={list.row}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <DeviceIcon size={22} aria-hidden style={{ flex: 'none' }} />
          <div style={{ minWidth: 0 }}>
            <Text fw={600}>
              {device} {isCurrent && <Badge variant="light">{t('This device')}</Badge>}
            </Text>
            <Text size="sm" c="dimmed">
              {address && `${address} · `}
              <RelativeTime value={createdAt} text={(when) => t('signed in {when}', { when })} /> ·{' '}
              <RelativeTime value={lastSeenAt} text={(when) => t('active {when}', { when })} />
            </Text>
          </div>
        </Group>
        {!isCurrent && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('Sign out {device}', { device })}
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={onEnd}
            loading={isEnding}
          >
            {t('Sign out')}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Where this person is signed in, and a way to end each of it. */
export function SessionsCard() {
  const utils = trpc.useUtils();
  const sessions = trpc.sessions.list.useQuery();
  const refresh = () => utils.sessions.list.invalidate();
  const end = trpc.sessions.end.useMutation(
    reported({ done: t('Signed out there'), failed: t('Not signed out'), refresh }),
  );
  const endOthers = trpc.sessions.endOthers.useMutation(
    reported({
      done: ({ ended }) =>
        t('Signed out on {count, plural, one {# other device} other {# other devices}}', { count: ended }),
      failed: t('Not signed out'),
      refresh,
    }),
  );
  const rows = sessions.data?.data ?? [];
  return (
    <SectionCard
      title={t('Where you are signed in')}
      aside={
        rows.length > 1 && (
          <Button variant="default" size="xs" onClick={() => endOthers.mutate()} loading={endOthers.isPending}>
            {t('Sign out elsewhere')}
          </Button>
        )
      }
    >
      <QueryState query={sessions} title={t('The list could not be loaded')} rows={2} />
      <ul>
        {rows.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => end.mutate({ id: session.id })}
            isEnding={end.isPending && end.variables.id === session.id}
          />
        ))}
      </ul>
    </SectionCard>
  );
}
