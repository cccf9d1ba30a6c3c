import { Anchor, Button, Group, Text } from '@mantine/core';
import { delayInWords } from '@quickfleet/shared/delivery/eta/delay-words';
import { expectedInWords } from '@quickfleet/shared/delivery/eta/eta-words';
import type { MyOrder } from '@quickfleet/shared/delivery/my/my';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconFileCheck, IconMapPin, IconReceipt, IconRepeat } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import list from '../../../components/lists/list.module.css';
import { OrderStatusBadge } from '../../../components/text/status-badge.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { brand } from '../../../lib/words/brand.ts';
import { formatDateTime, formatDay } from '../../../lib/words/format.ts';
import { claimStates, incidentKindWords } from './claim-words.ts';
import { MyList, MyPaper } from './my-list.tsx';
import { MyRoute } from './my-route.tsx';

const when = (window: { from: string; to: string }) => windowInWords(window, brand.timeZone, brand.hourCycle);

/** When it comes, or when it came. */
function timeOf({ deliveredAt, cancelledAt, eta, delay, deliveryWindow, plannedDay }: MyOrder): string | undefined {
  if (deliveredAt) return t('Delivered {when}', { when: formatDateTime(deliveredAt) });
  if (cancelledAt) return t('Ended {when}', { when: formatDateTime(cancelledAt) });
  const why = delay ? ` · ${delayInWords(delay)}` : '';
  if (eta) return `${expectedInWords({ eta, deliveryWindow, delay }, when)}${why}`;
  const late = delay ? ` · ${t('Running late')}${why}` : '';
  return plannedDay ? `${t('Planned for {day}', { day: formatDay(plannedDay) })}${late}` : undefined;
}

interface OrderProps {
  order: MyOrder;
  onAgain: () => void;
  isFilling: boolean;
}

function Order({ order, onAgain, isFilling }: OrderProps) {
  const {
    trackingNumber,
    deliveryPath,
    status,
    hasDriver,
    outcome,
    total,
    currency,
    quoteUrl,
    receiptPath,
    proofPath,
  } = order;
  const name = formatTracking(trackingNumber);
  const time = timeOf(order);
  return (
    <li className={list.row}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Anchor component={Link} href={deliveryPath} className="mono" fw={600} underline="always">
            {name}
          </Anchor>
          <OrderStatusBadge status={status} hasDriver={hasDriver} outcome={outcome} />
        </Group>
        {total && (
          <Text className="tabular">
            {total} {currency}
          </Text>
        )}
      </Group>
      {time && <Text fw={550}>{time}</Text>}
      <MyRoute {...order} />
      {order.claims.map(({ reference, kind, state, answer }) => (
        <Text key={reference} size="sm">
          <span className="mono">{reference}</span> {incidentKindWords[kind]}: {claimStates[state]}
          {answer && (
            <Text component="span" dir="auto" c="dimmed" display="block" className="as-written">
              {keepNumbers(answer)}
            </Text>
          )}
        </Text>
      ))}
      <Group gap="xs" mt={4}>
        <Button
          component={Link}
          href={deliveryPath}
          variant="default"
          size="xs"
          aria-label={t('Track {name}', { name })}
          leftSection={<IconMapPin size={16} aria-hidden />}
        >
          {t('Track')}
        </Button>
        <MyPaper href={proofPath} text={t('Proof')} of={name} icon={<IconFileCheck size={16} aria-hidden />} />
        <MyPaper href={receiptPath} text={t('Receipt')} of={name} icon={<IconReceipt size={16} aria-hidden />} />
        {quoteUrl && (
          <Button component="a" href={quoteUrl} variant="default" size="xs" aria-label={t('Quote of {name}', { name })}>
            {t('Quote')}
          </Button>
        )}
        <Button
          variant="light"
          size="xs"
          aria-label={t('Order again: {name}', { name })}
          leftSection={<IconRepeat size={16} aria-hidden />}
          loading={isFilling}
          onClick={onAgain}
        >
          {t('Order again')}
        </Button>
      </Group>
    </li>
  );
}

interface OrderListProps {
  customerId: number | undefined;
  onAgain: (trackingNumber: string) => Promise<void>;
  filling: string | undefined;
}
export function MyOrderList({ customerId, onAgain, filling }: OrderListProps) {
  const [page, setPage] = useState(1);
  const orders = trpc.my.orders.useQuery(
    { page, limit: PAGE_SIZE_DEFAULT, customerId },
    { placeholderData: keepPreviousData },
  );
  return (
    <MyList
      title={t('Orders')}
      what="orders"
      query={orders}
      empty={t('An order appears here once it is booked.')}
      onPage={setPage}
      row={(order) => (
        <Order
          key={order.trackingNumber}
          order={order}
          onAgain={() => void onAgain(order.trackingNumber)}
          isFilling={filling === order.trackingNumber}
        />
      )}
    />
  );
}
