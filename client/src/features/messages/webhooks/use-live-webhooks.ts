import { useThrottledCallback } from '@mantine/hooks';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';

/** However many deliveries are noted, the lists are not read more often. */
const READ_EVERY_MS = 500;

/** Keeps endpoints and deliveries current while they are on the screen. */
export function useLiveWebhooks(): void {
  const utils = trpc.useUtils();
  const readAgain = useThrottledCallback(() => void utils.webhooks.invalidate(), READ_EVERY_MS);
  useLiveChanges(({ topic }) => {
    if (topic === 'webhook' || topic === 'delivery' || topic === 'resync') readAgain();
  });
}
