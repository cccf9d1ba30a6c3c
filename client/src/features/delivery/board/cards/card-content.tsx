import { Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { type StopKind, stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { isOverdueAt } from '@quickfleet/shared/delivery/orders/overdue';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { paths } from '@quickfleet/shared/paths';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import {
  IconArrowNarrowRight,
  IconMapPinOff,
  IconPackage,
  IconPackageExport,
  IconPackageImport,
} from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { brand } from '../../../../lib/words/brand.ts';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatHour, formatShortDay } from '../../../../lib/words/format.ts';
import styles from '../board.module.css';
import { useIsPlaceUnknown } from '../map/use-day-routes.ts';
import type { Card } from '../moving/board-state.ts';
import { otherDay, stopTimes } from '../windows.ts';

export const kinds = {
  pickup: { text: t('Pickup'), icon: IconPackageExport },
  delivery: { text: t('Delivery'), icon: IconPackageImport },
  order: { text: t('Order'), icon: IconPackage },
} as const;
function Route({ order, stop, day }: { order: DayOrder; stop: Card['stop']; day: string }) {
  const [from, to] = [oneLine(order.pickupAddress), oneLine(order.deliveryAddress)];
  if (stop !== 'order') {
    const elsewhere = otherDay(order, stop, day);
    return (
      <>
        <Text size="sm" lineClamp={2} fw={500}>
          {stop === 'pickup' ? from : to}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {stop === 'pickup' ? t('to {to}', { to }) : t('from {from}', { from })}
        </Text>
        {elsewhere && (
          <Text size="xs" c="dimmed">
            {elsewhere}
          </Text>
        )}
      </>
    );
  }
  return (
    <Text size="sm" component="div">
      <Text span size="sm" lineClamp={1}>
        {from}
      </Text>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <IconArrowNarrowRight size={16} aria-label={t('to')} style={{ flex: 'none', marginTop: 2 }} />
        <Text span size="sm" fw={500} lineClamp={1}>
          {to}
        </Text>
      </Group>
    </Text>
  );
}

function Windows({ order, stop, day, isDone }: { order: DayOrder; stop: Card['stop']; day: string; isDone: boolean }) {
  const isLate = (of: StopKind) => !isDone && isOverdueAt(order, of, new Date(), brand.timeZone);
  const shown = stopKinds.filter((of) => stop === of || (stop === 'order' && isPlannedStop(order, of)));
  if (shown.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {order.deliveryDay === null ? t('No day yet') : stopTimes(order, 'delivery', day)}
      </Text>
    );
  return shown.map((of) => {
    const words = stopTimes(order, of, day);
    const late = isLate(of);
    const isVague = words === t('Any time');
    return (
      <Text
        key={of}
        size="xs"
        {...(isVague ? { c: 'dimmed' } : { fw: 600 })}
        className="tabular"
        {...(late ? { c: 'var(--mantine-color-error)' } : {})}
      >
        {stop === 'order' ? `${kinds[of].text} ` : ''}
        {words}
        {late ? ` · ${t('overdue')}` : ''}
      </Text>
    );
  });
}
/** Of a whole order a stop is named where there is more to say than its day. */
const isPlannedStop = (order: DayOrder, stop: StopKind): boolean =>
  (stop === 'pickup' ? order.pickupWindow : order.deliveryWindow) !== null || order.pickupDay !== order.deliveryDay;

/** Who is at the stop; of a whole order the customer. */
function personOf(order: DayOrder, stop: Card['stop']): string {
  const customer = order.customerCompany ?? order.customerName;
  if (stop === 'order') return customer;
  const { name, isCustomer } = personAt(order, stop);
  return isCustomer ? customer : name;
}

export interface ContentProps {
  order: DayOrder;
  stop: Card['stop'];
  day: string;
  isDone: boolean;
  /** Who has it, in a column that is no driver's. */
  holder: string | undefined;
  onOpen: (orderId: number) => void;
}

/** Opens the order over the board; in a new tab it is a link. */
function OrderLink({ order, onOpen, children, ...more }: OrderLinkProps) {
  return (
    <Anchor
      component={Link}
      href={`${paths.adminOrders}?order=${order.id}`}
      draggable={false}
      aria-haspopup="dialog"
      onClick={(event: MouseEvent) => {
        // With a key held the click selects the card, and the link is for a new tab.
        event.preventDefault();
        if (!event.shiftKey && !event.ctrlKey && !event.metaKey) onOpen(order.id);
      }}
      {...more}
    >
      {children}
    </Anchor>
  );
}
interface OrderLinkProps {
  order: DayOrder;
  onOpen: (orderId: number) => void;
  children: ReactNode;
  className?: string | undefined;
  'aria-label'?: string;
}

const goodsOf = ({ items }: DayOrder): string =>
  keepNumbers(items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', '));

/** Opens the order, where its place can be set; nothing where somebody knows it. */
function NoPlace({
  order,
  stop,
  onOpen,
  isShort = false,
}: Pick<ContentProps, 'order' | 'stop' | 'onOpen'> & { isShort?: boolean }) {
  const isUnknown = useIsPlaceUnknown({ orderId: order.id, stop });
  if (!isUnknown) return null;
  const number = formatTracking(order.trackingNumber);
  return (
    <UnstyledButton
      className={styles.noPlace}
      aria-label={t('No place yet: open {number}', { number })}
      aria-haspopup="dialog"
      title={t('No place yet')}
      onClick={() => onOpen(order.id)}
    >
      <IconMapPinOff size={14} aria-hidden style={{ flex: 'none' }} />
      {!isShort && <span>{t('No place yet')}</span>}
    </UnstyledButton>
  );
}

/** What a card says below its first line. */
export function FullContent({ order, stop, day, isDone, holder, onOpen }: ContentProps) {
  const goods = goodsOf(order);
  return (
    <>
      <Group gap="0 6px" align="flex-start" justify="space-between">
        <div className={styles.windows}>
          <Windows order={order} stop={stop} day={day} isDone={isDone} />
        </div>
        <OrderLink order={order} onOpen={onOpen} className={styles.number}>
          {formatTracking(order.trackingNumber)}
        </OrderLink>
      </Group>
      <Route order={order} stop={stop} day={day} />
      <Text size="xs" c="dimmed" truncate>
        {personOf(order, stop)}
        {goods ? ` · ${goods}` : ''}
      </Text>
      {holder && (
        <Text size="xs" c="dimmed" truncate>
          {t('Driver: {holder}', { holder })}
        </Text>
      )}
      <Group gap={6} mt={2} justify="space-between" wrap="nowrap">
        <OrderStatusBadge size="sm" status={order.status} hasDriver={order.driverId !== null} />
        {!isDone && <NoPlace order={order} stop={stop} onOpen={onOpen} />}
        <Text size="xs" className="tabular">
          {t('{count, plural, one {# parcel} other {# parcels}}', { count: order.parcels })}
        </Text>
      </Group>
    </>
  );
}

/** When a stop is due, as short as it can be said. */
function shortTime(order: DayOrder, stop: StopKind, day: string): string | undefined {
  const window = stop === 'pickup' ? order.pickupWindow : order.deliveryWindow;
  const own = stop === 'pickup' ? order.pickupDay : order.deliveryDay;
  if (own !== null && own !== day) return formatShortDay(own);
  return window ? formatHour(window.from) : undefined;
}

/**
 * A stop as short as its time and address are, which are never cut: in one line where there is room. Who is there is
 * seen in a wide column. All of it is in the link's name.
 */
export function LineContent({ order, stop, day, isDone, holder, onOpen, marks }: ContentProps & { marks: ReactNode }) {
  const of = stop === 'order' ? 'delivery' : stop;
  const isLate = !isDone && isOverdueAt(order, of, new Date(), brand.timeZone);
  const time = shortTime(order, of, day);
  const where = oneLine(of === 'pickup' ? order.pickupAddress : order.deliveryAddress);
  const who = personOf(order, stop);
  const number = formatTracking(order.trackingNumber);
  const said = [
    `${kinds[stop].text} ${number}`,
    stopTimes(order, of, day) + (isLate ? `, ${t('overdue')}` : ''),
    where,
    who,
    ...(holder ? [t('driver {holder}', { holder })] : []),
  ].join(', ');
  return (
    <div className={styles.line}>
      <span className={styles.lineMarks}>
        {marks}
        {time && (
          <Text
            size="xs"
            fw={600}
            className={`tabular ${styles.lineTime}`}
            {...(isLate ? { c: 'var(--mantine-color-error)' } : {})}
            component="span"
            aria-hidden
          >
            {time}
          </Text>
        )}
        {!isDone && <NoPlace order={order} stop={stop} onOpen={onOpen} isShort />}
      </span>
      <OrderLink order={order} onOpen={onOpen} className={styles.lineLink} aria-label={said}>
        {where}
        <span className={styles.lineWho}> · {who}</span>
      </OrderLink>
    </div>
  );
}
