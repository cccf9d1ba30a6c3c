import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import type { Frame } from '../frame.ts';
import type { GroundProps } from '../map-props.ts';
import { CompanyMap } from './company-map.tsx';
import { boundsOf, layGround } from './lay-ground.ts';

const VIEW = { maxZoom: 14, padding: 30 };

/** Where places are on a map now. */
function frameOn(map: GlMap): Frame {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return {
    at: (place) => {
      const { x, y } = map.project(place);
      return { x: (x / width) * 100, y: (y / height) * 100 };
    },
  };
}

/** The company's map as the ground of what a page draws on it itself. */
export function GroundMap({ title, places, onFrame, onFail }: GroundProps) {
  const [isReady, setReady] = useState(false);
  const drawn = useRef<GlMap>(undefined);
  // As text: the same places are often said again.
  const box = JSON.stringify(boundsOf(places).toArray());
  useEffect(() => {
    drawn.current?.fitBounds(JSON.parse(box), VIEW);
  }, [box]);
  return (
    <CompanyMap
      isReady={isReady}
      draw={(container, source, look) => {
        const remove = layGround(container, source, {
          ...{ title, look, places, view: VIEW, isInPage: true, onFail },
          onReady: () => {
            setReady(true);
            if (drawn.current) onFrame(frameOn(drawn.current));
          },
          draw: (map) => {
            drawn.current = map;
            for (const event of ['move', 'resize'] as const) map.on(event, () => onFrame(frameOn(map)));
          },
        });
        return () => {
          drawn.current = undefined;
          remove();
          setReady(false);
          onFrame(undefined);
        };
      }}
    />
  );
}
