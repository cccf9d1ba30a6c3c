import { Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { Marked } from '../../../../components/lists/marked.tsx';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import styles from '../list/orders.module.css';

/** From where to where: two lines with the stops of the route line, or one that wraps. */
export function RouteCell({
  order: { pickupAddress, deliveryAddress },
  isCompact,
}: {
  order: Pick<OrderRow, 'pickupAddress' | 'deliveryAddress'>;
  isCompact: boolean;
}) {
  const [from, to] = [oneLine(pickupAddress), oneLine(deliveryAddress)];
  if (isCompact)
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Marked>{from}</Marked> <span aria-hidden>→</span>{' '}
        <span className="visually-hidden">{t('to (an address)')} </span>
        <Marked>{to}</Marked>
      </Text>
    );
  return (
    <div className={styles.route}>
      <Text size="sm" lineClamp={2} title={from} data-stop="from">
        <Marked>{from}</Marked>
      </Text>
      <Text size="sm" lineClamp={2} title={to} data-stop="to">
        <span className="visually-hidden">{t('to (an address)')} </span>
        <Marked>{to}</Marked>
      </Text>
    </div>
  );
}
