import { Avatar, Group, Select, type SelectProps, Text } from '@mantine/core';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import type { Driver } from '../list/use-orders.ts';

const initialsOf = (driver: Driver): string =>
  displayName(driver)
    .split(/[\s.]+/)
    .flatMap((word) => word[0] ?? [])
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase();

/** '3 stops today · 5 open orders'; empty where the server does not say. */
const loadOf = ({ stopsToday, openOrders }: Driver): string =>
  [
    typeof stopsToday === 'number'
      ? t('{count, plural, one {# stop} other {# stops}} today', { count: stopsToday })
      : '',
    typeof openOrders === 'number'
      ? t('{count, plural, one {# open order} other {# open orders}}', { count: openOrders })
      : '',
  ]
    .filter(Boolean)
    .join(' · ');

export function DriverLine({ driver, extra }: { driver: Driver; extra?: number | undefined }) {
  const load = [extra === undefined ? '' : t('{minutes} min more', { minutes: extra }), loadOf(driver)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar size={30} radius="xl" color="teal" variant="light" aria-hidden>
        {initialsOf(driver)}
      </Avatar>
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate>
          {displayName(driver)}
        </Text>
        {load && (
          <Text size="xs" c="dimmed" className="tabular">
            {load}
          </Text>
        )}
      </div>
    </Group>
  );
}

interface DriverPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'renderOption'> {
  drivers: readonly Driver[];
  value: number | null;
  onChange: (driver: Driver | undefined) => void;
  /** Who can do it best, offered first, with what it costs them. */
  best?: readonly { driverId: number; extraMinutes: number }[] | undefined;
}

/** Who carries an order: each driver with initials and what the day already holds for them. */
export function DriverPicker({ drivers: all, value, onChange, best = [], ...props }: DriverPickerProps) {
  const rank = new Map(best.map(({ driverId }, at) => [driverId, at]));
  const placeOf = ({ id }: Driver) => rank.get(id) ?? rank.size;
  const drivers = all.toSorted((one, other) => placeOf(one) - placeOf(other));
  const byId = new Map(drivers.map((driver) => [String(driver.id), driver]));
  return (
    <Select
      placeholder={t('Choose a driver')}
      searchable
      nothingFoundMessage={t('No driver found')}
      {...props}
      data={drivers.map((driver) => ({ value: String(driver.id), label: displayName(driver) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : byId.get(id))}
      renderOption={({ option }) => {
        const driver = byId.get(option.value);
        const extra = best.find(({ driverId }) => driverId === driver?.id)?.extraMinutes;
        return driver ? <DriverLine driver={driver} extra={extra} /> : option.label;
      }}
    />
  );
}
