import { Text } from '@mantine/core';
import { delayInWords } from '@quickfleet/shared/delivery/eta/delay-words';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { loadDialogs } from '../asking/load-dialogs.ts';
import { notifyNotLoaded, record } from '../portal/drivers-mutations.ts';

export type Delayable = Pick<Order, 'id' | 'trackingNumber' | 'customerName' | 'status' | 'outcome' | 'delay'>;
export const canRunLate = ({ status, outcome }: Delayable): boolean => isOpenOrder(status) && outcome === null;

export const DelayWords = ({ order: { delay } }: { order: Delayable }) =>
  delay && (
    <Text component="span" display="block" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {t('Running late: {reason}', { reason: delayInWords(delay) })}
    </Text>
  );

/** The dialog that asks for the reason, and what takes it back. `isForDay`: it counts for the day's other deliveries. */
export function useDelay(order: Delayable, isForDay: boolean) {
  const [isChoosing, setChoosing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const dialogs = useLater(loadDialogs, isChoosing, () => notifyNotLoaded(() => setChoosing(false)));
  return {
    isBusy,
    isLoading: isChoosing && !dialogs,
    choose: () => setChoosing(true),
    async takeBack() {
      setBusy(true);
      await record(order.id, { kind: 'delay', reason: null, words: null }).finally(() => setBusy(false));
    },
    dialog: dialogs && (
      <dialogs.DelayDialog order={order} isForDay={isForDay} opened={isChoosing} onClose={() => setChoosing(false)} />
    ),
  };
}
