// Notifications about new jobs while the portal is closed: the browser's subscription and the server's copy of it.

import { Button, Group, Text } from '@mantine/core';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { sendJson } from '../../../../lib/api/http.ts';
import { canPush } from '../../../../lib/can-push.ts';
import { subscribeTo } from '../../../../lib/push.ts';
import { parsePushKey, parseSuccess } from '../outbox/sending/calls.ts';
import styles from '../portal/driver.module.css';

/** `impossible`: the browser has none, or not before the portal is installed. `refused`: blocked in its settings. */
export type PushState = 'impossible' | 'off' | 'on' | 'refused';

const PATH = `${API_BASE}/driver/push`;

async function managerOf(): Promise<PushManager | undefined> {
  if (!canPush()) return undefined;
  return (await navigator.serviceWorker.getRegistration('/driver'))?.pushManager;
}

/** Subscribes in the browser and registers with the server. */
async function subscribe(manager: PushManager): Promise<void> {
  const key = await sendJson(PATH, null, { parse: parsePushKey, method: 'GET' });
  await sendJson(PATH, await subscribeTo(manager, key), { parse: parseSuccess });
}

export async function readPushState(): Promise<PushState> {
  const manager = await managerOf();
  if (!manager) return 'impossible';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && (await manager.getSubscription()) ? 'on' : 'off';
}

/** Asks the driver and subscribes; rejects when the browser's push service or the server cannot be reached. */
export async function turnPushOn(): Promise<PushState> {
  const manager = await managerOf();
  if (!manager) return 'impossible';
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  await subscribe(manager);
  return 'on';
}

/** The server first, so that nothing changes on a phone that is offline. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await managerOf())?.getSubscription();
  if (!subscription) return 'off';
  await sendJson(`${PATH}?endpoint=${encodeURIComponent(subscription.endpoint)}`, null, {
    parse: parseSuccess,
    method: 'DELETE',
  });
  await subscription.unsubscribe();
  return 'off';
}

/** A subscription lasts as long as a session: renewing it notifies the driver who is signed in now. */
export async function renewPush(): Promise<void> {
  const manager = await managerOf();
  if (manager && (await readPushState()) === 'on') await subscribe(manager);
}

const LATER = 'quickfleet-push-later';
const LATER_MS = 30 * 24 * 3_600_000;
const isPutOff = (): boolean => Date.now() - Number(localStorage.getItem(LATER) ?? 0) < LATER_MS;

/** Reads the lists again when the service worker reports a change. */
function useJobMessages(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    const reread = ({ data }: MessageEvent) => {
      if (data === 'jobs changed') void queryClient.invalidateQueries({ queryKey: ['driver'] });
    };
    worker?.addEventListener('message', reread);
    return () => worker?.removeEventListener('message', reread);
  }, [queryClient]);
}

/** Offers notifications about new jobs, below the day; where they are on, it offers to turn them off. */
export function PushOffer({ driverId }: { driverId: number }) {
  const queryClient = useQueryClient();
  const [isLater, setLater] = useState(isPutOff);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const queryKey = ['driver push', driverId];
  const state = useQuery({ queryKey, queryFn: readPushState, networkMode: 'always', staleTime: 0 }).data;
  useJobMessages();
  useEffect(() => {
    // Offline, nothing changes; the next visit tries again.
    renewPush().catch((error: unknown) => console.warn('Push messages were not renewed', error));
  }, []);

  const change = async (turn: () => Promise<PushState>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      queryClient.setQueryData(queryKey, await turn());
    } catch (error) {
      // The browser's own message would not help the driver.
      setProblem(messageOf(error, t('The message service of this browser cannot be reached. Try again later.')));
    }
    setBusy(false);
  };
  if (!state || state === 'impossible' || (state !== 'on' && isLater)) return null;
  return (
    <section className={styles.card} aria-label={t('New job notifications')}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconBell size={22} aria-hidden style={{ flex: 'none' }} />
        <Text role="status">
          {state === 'on'
            ? t('This phone notifies you when a job is added, changed or removed.')
            : state === 'refused'
              ? t(
                  'This browser blocks notifications from QuickFleet. Allow them in its settings to get notified about new jobs.',
                )
              : t('Get notified about new jobs, even with the phone in your pocket.')}
        </Text>
      </Group>
      {problem && (
        <Text role="alert" c="var(--mantine-color-error)" mt={6}>
          {problem}
        </Text>
      )}
      <Group grow preventGrowOverflow={false} gap="xs" mt="sm" align="stretch">
        {state === 'on' && (
          <Button variant="default" loading={isBusy} onClick={() => void change(turnPushOff)}>
            {t('Turn off')}
          </Button>
        )}
        {state === 'off' && (
          <Button variant="default" loading={isBusy} onClick={() => void change(turnPushOn)}>
            {t('Turn on')}
          </Button>
        )}
        {state !== 'on' && (
          <Button
            variant="subtle"
            onClick={() => {
              localStorage.setItem(LATER, String(Date.now()));
              setLater(true);
            }}
          >
            {t('Not now')}
          </Button>
        )}
      </Group>
    </section>
  );
}
