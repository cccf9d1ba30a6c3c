import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { DayRoutes } from '@quickfleet/shared/delivery/planning/plans';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import type { ColumnView } from '../board-view.ts';
import { ordersOf } from '../moving/board-state.ts';
import styles from './day-map.module.css';
import { DayMap } from './day-map.tsx';
import { light, orderAt } from './use-day-routes.ts';

interface BesideProps extends Pick<ComponentProps<typeof DayMap>, 'onOpen' | 'onTouch'> {
  columns: readonly ColumnView[];
  board: DayBoard | undefined;
  /** Without it there is no map. */
  routes: DayRoutes | undefined;
  children: ReactNode;
}
/** The columns with the day's map beside them; a card and its point are lit together. */
export function DayMapBeside({ columns, board, routes, onOpen, onTouch, children }: BesideProps) {
  const listen = useCallback((element: HTMLDivElement | null) => {
    if (!element) return;
    const onOver = ({ target }: Event) => target && light(element, orderAt(target));
    const onOut = () => light(element, undefined);
    const begins = ['pointerover', 'focusin'] as const;
    const ends = ['pointerleave', 'focusout'] as const;
    for (const name of begins) element.addEventListener(name, onOver);
    for (const name of ends) element.addEventListener(name, onOut);
    return () => {
      for (const name of begins) element.removeEventListener(name, onOver);
      for (const name of ends) element.removeEventListener(name, onOut);
    };
  }, []);
  return (
    <div ref={listen} className={styles.side} data-map={routes !== undefined || undefined}>
      {children}
      {routes && board && (
        <DayMap columns={columns} routes={routes} orders={ordersOf(board)} onOpen={onOpen} onTouch={onTouch} />
      )}
    </div>
  );
}
