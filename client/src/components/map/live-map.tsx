import 'maplibre-gl/dist/maplibre-gl.css';
import { Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { brand } from '../../lib/words/brand.ts';
import { type DrawnMap, drawMap } from './draw-map.ts';
import styles from './live-map.module.css';
import type { MapProps } from './map-props.ts';

/** The map, on top of its slot and unseen until it is drawn. */
export function LiveMap({ title, points, again, onFail }: MapProps) {
  const scheme = useComputedColorScheme('light');
  // A style of the company's choice has one look; only our own is drawn again in the dark.
  const look = brand.map?.kind === 'pmtiles' ? scheme : 'light';
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMap>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'moved'>('loading');
  const fail = useEffectEvent(onFail);
  const draw = useEffectEvent((container: HTMLElement) => {
    if (!brand.map) return undefined;
    return drawMap(container, brand.map, {
      ...{ title, points, look, onFail: fail },
      onReady: () => setState('ready'),
      onMove: () => setState('moved'),
    });
  });
  useEffect(() => {
    const map = frame.current ? draw(frame.current) : undefined;
    drawn.current = map;
    return () => {
      map?.remove();
      setState('loading');
    };
  }, [look]);
  useEffect(() => {
    drawn.current?.show(points, state !== 'moved');
  }, [points, state]);
  return (
    <div
      className={`${styles.cover} no-print`}
      data-ready={state !== 'loading' || undefined}
      data-dimmed={(scheme === 'dark' && brand.map?.kind === 'style') || undefined}
    >
      <div ref={frame} className={styles.map} />
      {state === 'moved' && (
        <Button size="xs" variant="default" className={styles.again ?? ''} onClick={() => setState('ready')}>
          {again}
        </Button>
      )}
    </div>
  );
}
