import 'maplibre-gl/dist/maplibre-gl.css';
import { useComputedColorScheme } from '@mantine/core';
import type { BrandMap } from '@quickfleet/shared/company/brand';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { brand } from '../../../lib/words/brand.ts';
import styles from '../live-map.module.css';
import type { Look } from './own-style.ts';

interface CompanyMapProps {
  /** Draws it, once and again in another look; answers what removes it. */
  draw: (container: HTMLElement, source: BrandMap, look: Look) => () => void;
  /** It is unseen before. */
  isReady: boolean;
  children?: ReactNode;
}
/** The company's map, as large as what it lies on and unseen until it is drawn. */
export function CompanyMap({ draw, isReady, children }: CompanyMapProps) {
  const scheme = useComputedColorScheme('light');
  // A style of the company's choice has one look; only our own is drawn again in the dark.
  const look = brand.map?.kind === 'pmtiles' ? scheme : 'light';
  const frame = useRef<HTMLDivElement>(null);
  const drawOn = useEffectEvent(draw);
  useEffect(() => (frame.current && brand.map ? drawOn(frame.current, brand.map, look) : undefined), [look]);
  return (
    <div
      className={`${styles.cover} no-print`}
      data-ready={isReady || undefined}
      data-dimmed={(scheme === 'dark' && brand.map?.kind === 'style') || undefined}
    >
      <div ref={frame} className={styles.map} />
      {children}
    </div>
  );
}
