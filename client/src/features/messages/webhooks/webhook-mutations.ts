import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useCreateWebhook() {
  const utils = trpc.useUtils();
  return trpc.webhooks.create.useMutation(
    reported({
      done: t('The endpoint was created'),
      failed: t('Creation Failed'),
      refresh: () => void utils.webhooks.invalidate(),
    }),
  );
}

/** `done`: what the toast says. */
export function useUpdateWebhook(done: string) {
  const utils = trpc.useUtils();
  return trpc.webhooks.update.useMutation(
    reported({ done, failed: t('Update Failed'), refresh: () => utils.webhooks.invalidate() }),
  );
}

export function useDeleteWebhook() {
  const utils = trpc.useUtils();
  return trpc.webhooks.delete.useMutation(
    reported({
      done: t('The endpoint was deleted'),
      failed: t('Deletion Failed'),
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}

export function useRotateSecret() {
  const utils = trpc.useUtils();
  return trpc.webhooks.rotateSecret.useMutation(
    reported({
      done: t('The secret was rotated'),
      failed: t('Update Failed'),
      refresh: () => void utils.webhooks.invalidate(),
    }),
  );
}

export function useTestWebhook() {
  const utils = trpc.useUtils();
  return trpc.webhooks.test.useMutation(
    reported({
      done: t('The test is on its way'),
      failed: t('Test Failed'),
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}

export function useReplayDelivery() {
  const utils = trpc.useUtils();
  return trpc.webhooks.replay.useMutation(
    reported({
      done: t('The event is sent again'),
      failed: t('Replay Failed'),
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}

export function useReplayRange() {
  const utils = trpc.useUtils();
  return trpc.webhooks.replayRange.useMutation(
    reported({
      done: ({ count }) =>
        count === 0
          ? t('No events happened in that time')
          : t('{count, plural, one {# event is} other {# events are}} sent again', { count }),
      failed: t('Replay Failed'),
      refresh: () => utils.webhooks.invalidate(),
    }),
  );
}
