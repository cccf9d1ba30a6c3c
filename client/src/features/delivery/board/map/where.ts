import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import type { PlaceInFrame as Place } from '../../../../components/map/frame.ts';

const AREAS_SHOWN = 8;
/** 'Springfield' of '2 Elm Street, 12345 Springfield'; undefined where the address names no town. */
export function townOf(address: string): string | undefined {
  const parts = address.split(/[\n,]+/).slice(1);
  return parts
    .map((part) =>
      part
        .split(/\s+/)
        .filter((word) => !/\d/.test(word))
        .join(' ')
        .trim(),
    )
    .find((part) => part.length >= 3);
}
/** The names of the areas with the most stops, each in the middle of its stops. */
export function areasOf(
  stops: readonly (Place & {
    stop: 'pickup' | 'delivery';
    order: Pick<DayOrder, 'pickupAddress' | 'deliveryAddress'>;
  })[],
): (Place & { name: string })[] {
  const named = Map.groupBy(stops, ({ stop, order }) =>
    townOf(stop === 'pickup' ? order.pickupAddress : order.deliveryAddress),
  );
  const middle = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return [...named]
    .flatMap(([name, all]) => (name === undefined ? [] : [{ name, all }]))
    .toSorted((one, other) => other.all.length - one.all.length)
    .slice(0, AREAS_SHOWN)
    .map(({ name, all }) => ({
      name,
      lat: middle(all.map(({ lat }) => lat)),
      lng: middle(all.map(({ lng }) => lng)),
    }));
}
