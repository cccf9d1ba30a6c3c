import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatCount } from '../../../lib/words/format.ts';

export function useCreateWebhook() {
  const utils = trpc.useUtils();
  return trpc.webhooks.create.useMutation(
    reported({
      done: 'The endpoint was created',
      failed: 'Creation Failed',
      refresh: () => void utils.webhooks.invalidate(),
    }),
  );
}

/** `done`: what the toast says. */
export function useUpdateWebhook(done: string) {
  const utils = trpc.useUtils();
  return trpc.webhooks.update.useMutation(
    reported({ done, failed: 'Update Failed', refresh: () => utils.webhooks.invalidate() }),
  );
}

export function useDeleteWebhook() {
  const utils = trpc.useUtils();
  return trpc.webhooks.delete.useMutation(
    reported({
      done: 'The endpoint was deleted',
      failed: 'Deletion Failed',
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}

export function useRotateSecret() {
  const utils = trpc.useUtils();
  return trpc.webhooks.rotateSecret.useMutation(
    reported({
      done: 'The secret was rotated',
      failed: 'Update Failed',
      refresh: () => void utils.webhooks.invalidate(),
    }),
  );
}

export function useTestWebhook() {
  const utils = trpc.useUtils();
  return trpc.webhooks.test.useMutation(
    reported({
      done: 'The test is on its way',
      failed: 'Test Failed',
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}

export function useReplayDelivery() {
  const utils = trpc.useUtils();
  return trpc.webhooks.replay.useMutation(
    reported({
      done: 'The event is sent again',
      failed: 'Replay Failed',
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}

export function useReplayRange() {
  const utils = trpc.useUtils();
  return trpc.webhooks.replayRange.useMutation(
    reported({
      done: ({ count }) =>
        count === 0 ? 'No events happened in that time' : `${formatCount(count, 'event is', 'events are')} sent again`,
      failed: 'Replay Failed',
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}
