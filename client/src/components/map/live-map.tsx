import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type DrawnMap, drawMap } from './draw-map.ts';
import { CompanyMap } from './ground/company-map.tsx';
import styles from './live-map.module.css';
import type { MapProps } from './map-props.ts';

/** The map on top of its slot, with points that move. */
export function LiveMap({ title, points, again, onFail }: MapProps) {
  const drawn = useRef<DrawnMap>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'moved'>('loading');
  useEffect(() => {
    drawn.current?.show(points, state !== 'moved');
  }, [points, state]);
  return (
    <CompanyMap
      isReady={state !== 'loading'}
      draw={(container, source, look) => {
        const map = drawMap(container, source, {
          ...{ title, points, look, onFail },
          onReady: () => setState('ready'),
          onMove: () => setState('moved'),
        });
        drawn.current = map;
        return () => {
          map.remove();
          drawn.current = undefined;
          setState('loading');
        };
      }}
    >
      {state === 'moved' && (
        <Button size="xs" variant="default" className={styles.again ?? ''} onClick={() => setState('ready')}>
          {again}
        </Button>
      )}
    </CompanyMap>
  );
}
