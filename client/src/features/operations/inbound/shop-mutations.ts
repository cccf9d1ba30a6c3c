import type { Notice } from '@quickfleet/shared/operations/inbound';
import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useConnectShop() {
  const utils = trpc.useUtils();
  return trpc.inbound.create.useMutation(
    reported({
      done: t('The shop is connected'),
      failed: t('Creation Failed'),
      refresh: () => void utils.inbound.invalidate(),
    }),
  );
}

export function useUpdateShop() {
  const utils = trpc.useUtils();
  return trpc.inbound.update.useMutation(
    reported({
      done: t('The shop was changed'),
      failed: t('Update Failed'),
      refresh: () => utils.inbound.invalidate(),
    }),
  );
}

export function useDisconnectShop() {
  const utils = trpc.useUtils();
  return trpc.inbound.delete.useMutation(
    reported({
      done: t('The shop is disconnected'),
      failed: t('Deletion Failed'),
      refresh: () => utils.inbound.invalidate(),
    }),
  );
}

const became = ({ state, reason }: Notice): string =>
  state === 'waiting' ? t('It still waits: {reason}', { reason: reason ?? '' }) : t('The notice was used');
export function useRetryNotice() {
  const utils = trpc.useUtils();
  return trpc.inbound.retry.useMutation(
    reported({ done: became, failed: t('Update Failed'), refresh: () => utils.inbound.invalidate() }),
  );
}
