import { z } from 'zod';
import { t } from '../../words/t.ts';
import { type OrderStatus, orderStatuses } from './order-status.ts';

/** Input takes `created` as a word for `pending`; answers only ever hold the stored states. */
export const orderStatusInput = z
  .enum([...orderStatuses, 'created'], {
    error: () => t('status must be one of {orderStatuses}', { orderStatuses: orderStatuses.join(', ') }),
  })
  .transform((status): OrderStatus => (status === 'created' ? 'pending' : status));
export const orderStatus = z.enum(orderStatuses);
