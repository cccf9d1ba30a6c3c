import { Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { canPush } from '../../../../lib/can-push.ts';
import { brand } from '../../../../lib/words/brand.ts';
import type { PushCalls } from './device-push.ts';

/** `refused`: blocked in the settings of the browser. */
type State = 'off' | 'on' | 'refused' | 'impossible';

const loadPush = () => import('./device-push.ts');

/** Offers notifications about this delivery on this device, and ends them. Browsers that have none get no offer. */
export function NotifyDevice({ token, isOpen }: { token: string; isOpen: boolean }) {
  const { client } = trpc.useUtils();
  const [state, setState] = useState<State>('off');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const calls = useMemo((): PushCalls => {
    const { pushKey, startPush, stopPush } = client.deliveryPage;
    return {
      key: () => pushKey.query({ token }),
      start: (subscribed) => startPush.mutate({ token, ...subscribed }),
      stop: (endpoint) => stopPush.mutate({ token, endpoint }),
    };
  }, [client, token]);
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<State> => {
      if (!canPush()) return 'impossible';
      const registration = await navigator.serviceWorker.getRegistration(location.pathname);
      return registration && (await (await loadPush()).resume(registration, isOpen, calls)) ? 'on' : 'off';
    };
    look().then(
      (found) => !isGone && setState(found),
      (error: unknown) => console.warn('Notifications could not be looked up', error),
    );
    return () => {
      isGone = true;
    };
  }, [calls, isOpen]);
  if (!isOpen || state === 'impossible') return null;

  const change = async (work: () => Promise<State>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      setState(await work());
    } catch (error) {
      // The browser's own message would not help anybody.
      setProblem(messageOf(error, t('The notification service of this browser cannot be reached. Try again later.')));
    }
    setBusy(false);
  };
  const turnOn = () =>
    change(async () => {
      // In the press itself: some browsers ask only then.
      const [permission, push] = await Promise.all([Notification.requestPermission(), loadPush()]);
      if (permission === 'denied') return 'refused';
      if (permission !== 'granted') return 'off';
      await push.turnOn(calls);
      return 'on';
    });
  const turnOff = () =>
    change(async () => {
      await (await loadPush()).turnOff(calls);
      return 'off';
    });
  return (
    <Group
      component="section"
      gap="sm"
      className="no-print needs-script"
      aria-label={t('Notifications on this device')}
    >
      {state === 'on' ? (
        <Button variant="default" loading={isBusy} onClick={() => void turnOff()}>
          {t('Stop')}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconBell size={18} aria-hidden />}
          onClick={() => void turnOn()}
        >
          {t('Notify me on this device')}
        </Button>
      )}
      <Text role="status" style={state === 'on' ? { order: -1 } : undefined}>
        {state === 'on' && t('This device notifies you about this delivery.')}
        {state === 'refused' &&
          t('This browser blocks notifications from {name}. Allow them in its settings to get notified.', {
            name: brand.name,
          })}
      </Text>
      {problem && (
        <Text role="alert" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
    </Group>
  );
}
