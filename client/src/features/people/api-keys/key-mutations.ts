import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useCreateKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.create.useMutation(
    reported({
      done: ({ name }) => t('The API key {name} was created', { name }),
      failed: t('Creation Failed'),
      refresh: () => void utils.apiKeys.invalidate(),
    }),
  );
}

export function useUpdateKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.update.useMutation(
    reported({
      done: ({ name }) => t('The API key {name} was changed', { name }),
      failed: t('Update Failed'),
      refresh: () => utils.apiKeys.invalidate(),
    }),
  );
}

export function useRotateKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.rotate.useMutation(
    reported({
      done: ({ name }) => t('The API key {name} was rotated', { name }),
      failed: t('Update Failed'),
      refresh: () => utils.apiKeys.invalidate(),
    }),
  );
}

export function useRevokeKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.revoke.useMutation(
    reported({
      done: ({ name }) => t('The API key {name} no longer works', { name }),
      failed: t('Update Failed'),
      refresh: () => Promise.all([utils.apiKeys.invalidate(), utils.webhooks.invalidate()]),
    }),
  );
}
