import { type ReactNode, Suspense, useState } from 'react';
import { useIsHydrated } from '../../lib/hooks/use-is-hydrated.ts';
import { brand } from '../../lib/words/brand.ts';
import { lazyMap } from './lazy-map.ts';
import type { MapProps } from './map-props.ts';
import styles from './map-slot.module.css';

// The server draws no map, and its bundle holds none.
const LiveMap = import.meta.env.SSR
  ? () => null
  : lazyMap(() => import('./live-map.tsx').then((module) => module.LiveMap));

/**
 * The company's map, over what is shown without one. The children stay where there is no map, until it is drawn, and
 * without scripts. Only a browser that can draw it loads it.
 */
export function MapSlot({
  height,
  children,
  ...map
}: Omit<MapProps, 'onFail'> & { height: number; children?: ReactNode }) {
  const isHydrated = useIsHydrated();
  const [hasFailed, setFailed] = useState(false);
  if (!brand.map || hasFailed) return children;
  return (
    <div className={styles.slot} style={{ '--height': `${height}px` }}>
      {children}
      {isHydrated && (
        <Suspense>
          <LiveMap {...map} onFail={() => setFailed(true)} />
        </Suspense>
      )}
    </div>
  );
}
