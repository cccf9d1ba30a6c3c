import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Group, Text } from '@mantine/core';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import type { DayRoutes } from '@quickfleet/shared/delivery/planning/plans';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { type PointerEvent, useCallback, useMemo, useState } from 'react';
import { type Frame, frameOf } from '../../../../components/map/frame.ts';
import { GroundSlot } from '../../../../components/map/ground/ground-slot.tsx';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import type { ColumnView } from '../board-view.ts';
import { type Card, cardKey } from '../moving/board-state.ts';
import styles from './day-map.module.css';
import { colourOf } from './use-day-routes.ts';
import { areasOf } from './where.ts';

type Place = DayRoutes['places'][number];
interface MapProps {
  /** The columns that are shown; of these the drivers have colours. */
  columns: readonly ColumnView[];
  routes: DayRoutes;
  orders: ReadonlyMap<number, DayOrder>;
  onOpen: (orderId: number) => void;
  onTouch: (event: PointerEvent, card: Card, element: HTMLElement) => void;
}

interface PointProps extends Pick<MapProps, 'onOpen' | 'onTouch'> {
  place: Place;
  order: DayOrder;
  at: { x: number; y: number };
  colour: string | undefined;
  number: number;
}
/** A stop on the map: it opens its order, and is dragged to a driver like its card. */
function MapPoint({ place, order, at, colour, number, onOpen, onTouch }: PointProps) {
  const { orderId, stop } = place;
  const { driverId } = order;
  const card: Card = useMemo(
    () => (driverId === null ? { orderId, stop: 'order' } : { orderId, stop }),
    [driverId, orderId, stop],
  );
  const attach = useCallback(
    (element: HTMLButtonElement | null) =>
      element ? draggable({ element, getInitialData: () => ({ ...card, driverId, key: cardKey(card) }) }) : undefined,
    [card, driverId],
  );
  const kind = stop === 'pickup' ? t('Pickup') : t('Delivery');
  const address = oneLine(stop === 'pickup' ? order.pickupAddress : order.deliveryAddress);
  const words = `${kind}, ${formatTracking(order.trackingNumber)}, ${address}`;
  return (
    <button
      ref={attach}
      type="button"
      className={styles.point}
      style={{ left: `${at.x}%`, top: `${at.y}%`, ...(colour ? { '--colour': colour } : {}) }}
      data-point={orderId}
      data-kind={stop}
      data-free={driverId === null || undefined}
      aria-label={words}
      title={words}
      onClick={() => onOpen(orderId)}
      onPointerDown={(event) => event.pointerType !== 'mouse' && onTouch(event, card, event.currentTarget)}
    >
      {number > 0 ? number : ''}
    </button>
  );
}

interface Line {
  driverId: number;
  colour: string;
  points: string;
}
const lineOf = (frame: Frame, stops: readonly Place[]): string =>
  stops
    .map((place) => frame.at(place))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');

/**
 * The stops of a day as points, each driver's as a line of one colour, on the company's map, or without any with the
 * names of the areas. What is no place here is in the columns alone.
 */
export function DayMap({ columns, routes, orders, onOpen, onTouch }: MapProps) {
  const drivers = columns.filter(({ kind }) => kind === 'driver');
  const withFree = columns.some(({ kind }) => kind === 'unassigned');
  const colours = new Map(drivers.flatMap(({ id }) => (id === null ? [] : [[id, colourOf(id)] as const])));
  const shown = routes.places.flatMap((place) => {
    const order = orders.get(place.orderId);
    const isShown = order && (order.driverId === null ? withFree : colours.has(order.driverId));
    return isShown ? [{ place, order }] : [];
  });
  const places = shown.map(({ place }) => place);
  const [onMap, setOnMap] = useState<Frame>();
  const frame = onMap ?? frameOf(places);
  const byStop = new Map(routes.places.map((place) => [cardKey(place), place]));
  const numbers = new Map<string, number>();
  const lines = routes.routes.flatMap(({ driverId, stops }): Line[] => {
    const colour = colours.get(driverId);
    if (!colour) return [];
    for (const [index, stop] of stops.entries()) numbers.set(cardKey(stop), index + 1);
    return [
      {
        driverId,
        colour,
        points: lineOf(
          frame,
          stops.flatMap((stop) => byStop.get(cardKey(stop)) ?? []),
        ),
      },
    ];
  });
  // A map has names of its own.
  const areas = onMap ? [] : areasOf(shown.map(({ place, order }) => ({ ...place, order })));
  const unknown = [...orders.values()].filter(
    ({ id, driverId }) =>
      (driverId === null ? withFree : colours.has(driverId)) && !shown.some(({ place }) => place.orderId === id),
  ).length;
  return (
    <section className={styles.frame} aria-label={t('Map of the day')}>
      <div className={styles.canvas}>
        {places.length > 0 && <GroundSlot title={t('Streets below the stops')} places={places} onFrame={setOnMap} />}
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ driverId, colour, points }) => (
            <polyline key={driverId} points={points} stroke={colour} />
          ))}
        </svg>
        {areas.map(({ name, lat, lng }) => {
          const { x, y } = frame.at({ lat, lng });
          return (
            <span key={name} className={styles.area} style={{ left: `${x}%`, top: `${y}%` }} dir="auto" aria-hidden>
              {name}
            </span>
          );
        })}
        {shown.length === 0 && (
          <Text className={styles.nothing} size="sm">
            {t('No place of this day is known yet. Places come from earlier deliveries, pins and your address file.')}
          </Text>
        )}
        {shown.map(({ place, order }) => (
          <MapPoint
            key={cardKey(place)}
            place={place}
            order={order}
            at={frame.at(place)}
            colour={order.driverId === null ? undefined : colours.get(order.driverId)}
            number={numbers.get(cardKey(place)) ?? 0}
            onOpen={onOpen}
            onTouch={onTouch}
          />
        ))}
      </div>
      <Group gap="xs" p="xs">
        {drivers.map(({ id, name }) =>
          id !== null && lines.some(({ driverId }) => driverId === id) ? (
            <Text key={id} component="span" size="xs">
              <span className={styles.swatch} style={{ background: colourOf(id) }} aria-hidden /> {name}
            </Text>
          ) : null,
        )}
        {unknown > 0 && (
          <Text component="span" size="xs" c="dimmed">
            {t('{count, plural, one {# order has} other {# orders have}} an address that nobody knows', {
              count: unknown,
            })}
          </Text>
        )}
      </Group>
    </section>
  );
}
