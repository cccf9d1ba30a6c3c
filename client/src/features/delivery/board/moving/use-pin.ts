import type { StopKind } from '@quickfleet/shared/base/time/day-rules';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError } from '../../../../lib/toast.ts';

/** Has a stop keep its place when its day is planned, or no longer. */
export function usePin() {
  const utils = trpc.useUtils();
  const update = trpc.orders.update.useMutation({
    onSuccess: () => utils.planning.board.invalidate(),
    onError: (error) => showError(t('Not saved'), messageOf(error)),
  });
  return ({ id, version, fixedStops }: DayOrder, stop: StopKind): void => {
    if (update.isPending) return;
    const others = fixedStops.filter((one) => one !== stop);
    update.mutate({ id, version, fixedStops: fixedStops.includes(stop) ? others : [...others, stop] });
  };
}
