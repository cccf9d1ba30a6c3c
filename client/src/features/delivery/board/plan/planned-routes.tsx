import { Checkbox, List, Stack, Text, Title } from '@mantine/core';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { Plan, PlanRoute } from '@quickfleet/shared/delivery/planning/plans';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { formatHour } from '../../../../lib/words/format.ts';
import { minutesInWords } from '../load/load-warning.tsx';
import { columnOf, nameOf, ordersOf } from '../moving/board-state.ts';

interface RoutesProps {
  board: DayBoard;
  routes: readonly PlanRoute[];
  /** Drivers whose day stays as it is. */
  left: readonly number[];
  onLeft: (left: number[]) => void;
}
/** Each driver's day as planned, to be taken or left. */
export function PlannedRoutes({ board, routes, left, onLeft }: RoutesProps) {
  const name = (driverId: number): string => {
    const column = columnOf(board, driverId);
    return column ? nameOf(column) : `#${driverId}`;
  };
  return (
    <Stack gap="xs">
      {routes.map((route) => {
        const late = route.stops.filter(({ lateMinutes }) => lateMinutes > 0).length;
        return (
          <Checkbox
            key={route.driverId}
            label={name(route.driverId)}
            description={[
              t('{count, plural, one {# stop} other {# stops}}', { count: route.stops.length }),
              `${formatHour(route.startsAt)} – ${formatHour(route.endsAt)}`,
              minutesInWords(route.minutes),
              ...(late > 0 ? [t('{count, plural, one {# late stop} other {# late stops}}', { count: late })] : []),
            ].join(' · ')}
            checked={!left.includes(route.driverId)}
            onChange={({ currentTarget }) =>
              onLeft(
                currentTarget.checked ? left.filter((driver) => driver !== route.driverId) : [...left, route.driverId],
              )
            }
          />
        );
      })}
    </Stack>
  );
}

type Reason = Plan['unplanned'][number]['reason'];
const reasonWords: Record<Reason, string> = {
  window: t('no driver can keep its window'),
  shift: t('the working hours are too short'),
  load: t('no vehicle has room for it'),
  needs: t('no driver can do what it needs'),
  place: t('nobody knows where an address is'),
};
/** What a plan leaves out, and why. */
export function UnplannedOrders({ board, orders }: { board: DayBoard; orders: Plan['unplanned'] }) {
  if (orders.length === 0) return null;
  const known = ordersOf(board);
  return (
    <div>
      <Title order={2} size="h5">
        {t('Not in the plan')}
      </Title>
      <List size="sm">
        {orders.map(({ orderId, reason }) => (
          <List.Item key={orderId}>
            <Text span>
              {`${formatTracking(known.get(orderId)?.trackingNumber ?? String(orderId))}: ${reasonWords[reason]}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
