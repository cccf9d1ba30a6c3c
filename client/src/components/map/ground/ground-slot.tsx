import { Suspense, useState } from 'react';
import { brand } from '../../../lib/words/brand.ts';
import { lazyMap } from '../lazy-map.ts';
import type { GroundProps } from '../map-props.ts';

// The server draws no map, and its bundle holds none.
const GroundMap = import.meta.env.SSR
  ? () => null
  : lazyMap(() => import('./ground-map.tsx').then((module) => module.GroundMap));

/** The company's map below what lies in the same frame, where there is one and the browser can draw it. */
export function GroundSlot(props: Omit<GroundProps, 'onFail'>) {
  const [hasFailed, setFailed] = useState(false);
  if (!brand.map || hasFailed) return null;
  return (
    <Suspense>
      <GroundMap {...props} onFail={() => setFailed(true)} />
    </Suspense>
  );
}
