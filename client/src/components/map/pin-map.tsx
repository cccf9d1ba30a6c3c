import { t } from '@quickfleet/shared/words/t';
import { LngLat, Marker, Point } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { CompanyMap } from './ground/company-map.tsx';
import { layGround } from './ground/lay-ground.ts';
import styles from './live-map.module.css';
import type { LatLng, PinProps } from './map-props.ts';

const VIEW = { maxZoom: 16, padding: 60 };
/** How far an arrow key moves the pin, in pixels, alone and with the shift key. */
const STEP = 4;
const LARGE_STEP = 40;
const directions: Record<string, [x: number, y: number]> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
};

function pinElement(): HTMLButtonElement {
  const pin = document.createElement('button');
  pin.type = 'button';
  pin.className = styles.pin ?? '';
  pin.setAttribute('aria-label', t('The pin, which the arrow keys move'));
  return pin;
}

/** The company's map with a pin, which is dragged, set by a press on the map, or moved by the arrow keys. */
export function PinMap({ title, pin, near, onPin, onFail }: PinProps) {
  const [isReady, setReady] = useState(false);
  const show = useRef<(at: LatLng | undefined) => void>(undefined);
  useEffect(() => show.current?.(pin), [pin]);
  return (
    <CompanyMap
      isReady={isReady}
      draw={(container, source, look) => {
        const remove = layGround(container, source, {
          ...{ title, look, places: pin ? [pin] : near, view: VIEW, isInPage: false, onFail },
          onReady: () => setReady(true),
          draw: (map) => {
            const element = pinElement();
            const marker = new Marker({ element, draggable: true, anchor: 'bottom' });
            show.current = (at) => {
              if (!at) return void marker.remove();
              marker.setLngLat(at).addTo(map);
              if (!map.getBounds().contains(at)) map.setCenter(at);
            };
            const set = (at: LatLng) => {
              // Whoever moves the map far enough is in the next copy of the world.
              const { lat, lng } = LngLat.convert(at).wrap();
              show.current?.({ lat, lng });
              onPin({ lat, lng });
            };
            marker.on('dragend', () => set(marker.getLngLat()));
            map.on('click', ({ lngLat }) => set(lngLat));
            element.addEventListener('keydown', (event) => {
              const direction = directions[event.key];
              if (!direction) return;
              event.preventDefault();
              event.stopPropagation();
              const step = new Point(...direction).mult(event.shiftKey ? LARGE_STEP : STEP);
              set(map.unproject(map.project(marker.getLngLat()).add(step)));
            });
            // A press on the pin is not one on the map below it.
            element.addEventListener('click', (event) => event.stopPropagation());
            show.current(pin);
          },
        });
        return () => {
          show.current = undefined;
          remove();
          setReady(false);
        };
      }}
    />
  );
}
