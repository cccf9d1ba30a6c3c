import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useCreateKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.create.useMutation(
    reported({
      done: ({ name }) => `The API key ${name} was created`,
      failed: 'Creation Failed',
      refresh: () => void utils.apiKeys.invalidate(),
    }),
  );
}

export function useUpdateKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.update.useMutation(
    reported({
      done: ({ name }) => `The API key ${name} was changed`,
      failed: 'Update Failed',
      refresh: () => utils.apiKeys.invalidate(),
    }),
  );
}

export function useRotateKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.rotate.useMutation(
    reported({
      done: ({ name }) => `The API key ${name} was rotated`,
      failed: 'Update Failed',
      refresh: () => utils.apiKeys.invalidate(),
    }),
  );
}

export function useRevokeKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.revoke.useMutation(
    reported({
      done: ({ name }) => `The API key ${name} no longer works`,
      failed: 'Update Failed',
      refresh: () => utils.apiKeys.invalidate(),
    }),
  );
}
