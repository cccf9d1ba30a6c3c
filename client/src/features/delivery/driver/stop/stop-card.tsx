import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { StopNeed } from '@quickfleet/shared/delivery/stops/stop-states';
import { PIN_DIGITS } from '@quickfleet/shared/limits';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import {
  IconCamera,
  IconCash,
  IconChevronRight,
  IconCircleCheck,
  IconNumbers,
  IconScan,
  IconSignature,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { formatTime } from '../../../../lib/words/format.ts';
import { loadDialogs } from '../asking/load-dialogs.ts';
import { stopNames } from '../day/stops.tsx';
import { CallLinks } from '../order/way-links.tsx';
import { portal } from '../outbox/portal.ts';
import styles from '../portal/driver.module.css';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { ScanButton } from '../scan/scan-button.tsx';
import { useTick } from '../scan/use-tick.ts';
import { takeStopPhoto } from './take-photo.ts';
import { type OpenStop, type OrderAtStop, wishesOf } from './use-open-stop.ts';

const needWords: Record<StopNeed, string> = {
  pin: t('PIN, {digits} digits', { digits: PIN_DIGITS }),
  photo: t('Photo'),
  signature: t('Signature'),
  scan: t('Scan each parcel'),
  collect: t('Collect'),
};
const icons = {
  pin: IconNumbers,
  photo: IconCamera,
  signature: IconSignature,
  scan: IconScan,
  collect: IconCash,
} as const;

/** The look of a row, which one of four kinds of buttons has. */
const rowOf = (kind: StopNeed) => {
  const Icon = icons[kind];
  return {
    variant: 'default',
    fullWidth: true,
    className: styles.need ?? '',
    leftSection: <Icon size={22} aria-hidden />,
    rightSection: <IconChevronRight size={20} aria-hidden />,
  } as const;
};

/** The field is on the same screen: it gets the keyboard. */
function goToPin(): void {
  const section = document.getElementById('pin-title')?.closest('section');
  section?.scrollIntoView({ block: 'center' });
  section?.querySelector('input')?.focus({ preventScroll: true });
}

function PhotoRow({ orders, kind }: { orders: readonly Order[]; kind: OpenStop['kind'] }) {
  const reset = useRef<() => void>(null);
  const take = (file: File | null) => takeStopPhoto(orders, kind, file).finally(() => reset.current?.());
  return (
    <FileButton resetRef={reset} accept="image/*" capture="environment" onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} {...rowOf('photo')}>
          {needWords.photo}
        </Button>
      )}
    </FileButton>
  );
}

function ScanRow({ orders, kind }: { orders: readonly Order[]; kind: OpenStop['kind'] }) {
  const tick = useTick(orders, kind);
  const [only] = orders;
  return (
    <ScanButton
      {...rowOf('scan')}
      label={needWords.scan}
      {...(orders.length === 1 && only && { trackingNumber: only.trackingNumber })}
      onLabel={tick}
    />
  );
}

/** What has to be proven here: what is missing opens what it is given with. */
function Needs({ stop, onSign }: { stop: OpenStop; onSign: () => void }) {
  const { needs, acting, kind } = stop;
  const dialogs = useLater(
    loadDialogs,
    needs.some(({ kind: need }) => need === 'collect'),
    () => undefined,
  );
  const isFirstMissing = needs.some((need) => need.kind !== 'signature' && !need.isMet);
  if (needs.length === 0) return null;
  return (
    <Stack
      component="ul"
      gap={6}
      m={0}
      mt="sm"
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={t('What is needed here')}
    >
      {needs.map((need) => (
        <li key={need.kind}>
          {need.isMet ? (
            <Group gap={8} mih={48} px="sm" wrap="nowrap">
              <IconCircleCheck size={22} aria-hidden />
              <Text>{t('{what}: done', { what: needWords[need.kind] })}</Text>
            </Group>
          ) : need.kind === 'photo' ? (
            <PhotoRow orders={acting} kind={kind} />
          ) : need.kind === 'scan' ? (
            <ScanRow orders={acting} kind={kind} />
          ) : need.kind === 'collect' ? (
            dialogs && <dialogs.CollectRow orders={acting} {...rowOf('collect')} />
          ) : (
            <Button
              {...rowOf(need.kind)}
              disabled={
                need.kind === 'signature' && (isFirstMissing || acting.some(({ status }) => status === 'picked_up'))
              }
              onClick={need.kind === 'pin' ? goToPin : onSign}
            >
              {needWords[need.kind]}
            </Button>
          )}
        </li>
      ))}
    </Stack>
  );
}

const contents = ({ items }: Order): string =>
  items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ');

/** One order of a stop that has several: what it is, whether it counts, and the way to all that is known of it. */
function OrderLine({ line, stop, isShown }: { line: OrderAtStop; stop: OpenStop; isShown: boolean }) {
  const { order, isOpen, isLeftOut, wishes } = line;
  const number = formatTracking(order.trackingNumber);
  const isLast = stop.acting.length === 1 && stop.acting[0]?.id === order.id;
  const what = (
    <>
      <span className="mono">{number}</span>
      <Text component="span" display="block" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{order.customerName}</bdi> · {contents(order)}
      </Text>
      {wishes.map(({ words }) => (
        <Text key={words} component="span" display="block" fw={550}>
          {keepNumbers(words)}
        </Text>
      ))}
    </>
  );
  return (
    <li className={styles.orderAtStop}>
      {isOpen ? (
        // The browser's own: the library's brings all that dialogs are made of before the order is shown.
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={!isLeftOut}
            disabled={isLast && !isLeftOut}
            onChange={({ currentTarget }) => void portal.orders.leaveOut(order.id, !currentTarget.checked)}
          />
          <span>{what}</span>
        </label>
      ) : (
        <div>
          {what}
          <Text c="dimmed">
            {order.outcome === null || order.status === 'delivered'
              ? stateWords(order, stop)
              : t('Waiting for the office')}
          </Text>
        </div>
      )}
      {!isShown && (
        <Button
          variant="subtle"
          px="xs"
          aria-label={t('Show order {number}', { number })}
          onClick={() => void openOwnOrder(order)}
        >
          {t('Show')}
        </Button>
      )}
    </li>
  );
}
const stateWords = ({ status }: Order, { kind }: OpenStop): string => {
  if (status === 'cancelled') return t('Cancelled');
  return kind === 'delivery' && status !== 'delivered' ? t('Still at the sender') : t('Done (stop)');
};

/** Until when, and when it is expected. */
function When({ order, kind }: { order: Order; kind: OpenStop['kind'] }) {
  const window = kind === 'pickup' ? order.pickupWindow : order.deliveryWindow;
  const { eta } = order;
  return (
    <>
      {window && (
        <Text mt={2} fw={550}>
          {windowInWords(window, brand.timeZone, brand.hourCycle)}
        </Text>
      )}
      {kind === 'delivery' && eta && (
        <Text mt={2} c="dimmed">
          {t('Expected {from} to {to}', { from: formatTime(eta.from), to: formatTime(eta.to) })}
        </Text>
      )}
    </>
  );
}

/**
 * The door where the driver is: where, who, by when, and what has to be proven. One action counts for all orders
 * that are ticked here.
 */
export function StopCard({ order, stop, onSign }: { order: Order; stop: OpenStop; onSign: () => void }) {
  const { kind, all, acting } = stop;
  const lead = acting[0] ?? order;
  const address = kind === 'pickup' ? lead.pickupAddress : lead.deliveryAddress;
  const { name, phone, notes } = personAt(lead, kind);
  // What a wish says is in the notes of the contact too, for those whose phone knows no stops.
  const wishes = wishesOf(stop).filter(({ words }) => !notes?.includes(words));
  return (
    <section className={styles.card} aria-label={t('This stop')}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={650}>{stopNames[kind]}</Text>
        {all.length > 1 && (
          <Text c="dimmed" data-testid="stop-orders">
            {t('{count} of {total, plural, one {# order} other {# orders}}', {
              count: acting.length,
              total: all.length,
            })}
          </Text>
        )}
      </Group>
      <Text className="as-written" size="xl" fw={600} mt={2}>
        {keepNumbers(address)}
      </Text>
      <When order={lead} kind={kind} />
      <Text mt={6} fw={600}>
        <bdi>{name}</bdi>
      </Text>
      {notes && <Text className="as-written">{keepNumbers(notes)}</Text>}
      {all.length === 1 &&
        wishes.map(({ words }) => (
          <Text key={words} fw={550}>
            {keepNumbers(words)}
          </Text>
        ))}
      {phone && (
        <Group mt="xs" gap="xs">
          <CallLinks phone={phone} who={name} />
        </Group>
      )}
      {acting.length > 0 && <Needs stop={stop} onSign={onSign} />}
      {all.length > 1 && (
        <Stack
          component="ul"
          gap={0}
          m={0}
          mt="sm"
          p={0}
          style={{ listStyle: 'none' }}
          aria-label={t('Orders at this stop')}
        >
          {all.map((line) => (
            <OrderLine key={line.order.id} line={line} stop={stop} isShown={line.order.id === order.id} />
          ))}
        </Stack>
      )}
    </section>
  );
}
