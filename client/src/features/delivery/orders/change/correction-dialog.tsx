import { Text } from '@mantine/core';
import { displayOrderStatus, isOpenOrder, type OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { useCorrectOrder } from './order-mutations.ts';
import { ReasonForm } from './reason-form.tsx';

/** Whether the customer is notified of a change. */
export const mailWords = ({ customerEmail }: Pick<Order, 'customerEmail'>): string =>
  customerEmail ? t('The customer gets an e-mail.') : t('The customer gets no e-mail, because there is no address.');

/** The mistake that an order can be corrected from, as its button says it. */
export function correctionOf({ status }: Pick<Order, 'status'>): string {
  if (isOpenOrder(status)) return t('The attempt did not fail');
  return status === 'delivered' ? t('It was not delivered') : t('Open it again');
}

const consequences = (order: Order, to: OrderStatus): string => {
  const state = displayOrderStatus(to, order.driver !== null);
  const mail = mailWords(order);
  if (isOpenOrder(order.status))
    return `${t('The attempt no longer counts, and the order stays {state}.', { state })} ${mail}`;
  if (order.status === 'delivered')
    return `${t('The order is {state} again and needs new proof when it is delivered. The signature and photos stay as evidence.', { state })} ${mail}`;
  return `${t('The order is {state} again.', { state })} ${mail}`;
};

/** Takes back a delivery, an end or a failed attempt that was a mistake. */
export function CorrectionDialog({ order, opened, onClose }: { order: Order; opened: boolean; onClose: () => void }) {
  const correct = useCorrectOrder(onClose);
  const to = order.correctableTo;
  return (
    <Dialog
      opened={opened && to !== null}
      onClose={onClose}
      title={t('{mistake}: {number}', {
        mistake: correctionOf(order),
        number: formatTracking(order.trackingNumber),
      })}
      size="md"
    >
      {to && (
        <ReasonForm
          label={t('What went wrong')}
          description={t('For the office: it stays in the order’s history, with your name. Customers do not read it.')}
          action={t('Correct it')}
          isSaving={correct.isPending}
          onClose={onClose}
          onSubmit={(reason) => correct.mutate({ id: order.id, to, reason, version: order.version })}
        >
          <Text size="sm">{consequences(order, to)}</Text>
        </ReasonForm>
      )}
    </Dialog>
  );
}
