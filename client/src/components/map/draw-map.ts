import type { BrandMap } from '@quickfleet/shared/company/brand';
import { type Map as GlMap, Marker } from 'maplibre-gl';
import { goToHash } from '../../lib/addresses/hash-target.ts';
import { boundsOf, type GroundOptions, layGround } from './ground/lay-ground.ts';
import styles from './live-map.module.css';
import type { MapPoint } from './map-props.ts';

/** Close enough for streets, and not closer than a radius of some hundred metres needs. */
const ZOOM = 14;
/** Half of a label, so that none is cut. */
const PADDING = { top: 48, right: 84, bottom: 48, left: 84 };
/** Of a tile on the screen, in pixels, and the way around the equator, in metres. */
const TILE = 512;
const EQUATOR = 40_075_017;

const metresPerPixel = (map: GlMap, lat: number): number =>
  (EQUATOR * Math.cos((lat * Math.PI) / 180)) / (TILE * 2 ** map.getZoom());

interface Drawn {
  marker: Marker;
  circle: HTMLElement;
  point: MapPoint;
}

/** A dot means nothing to who does not see the map: it is said in words next to it. */
function faceOf({ label, target }: MapPoint): HTMLElement {
  if (label === undefined || target === undefined) {
    const dot = document.createElement('span');
    dot.className = styles.dot ?? '';
    return dot;
  }
  const link = document.createElement('a');
  link.className = styles.name ?? '';
  link.textContent = label;
  link.dir = 'auto';
  link.href = `#${target}`;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    goToHash(target);
  });
  return link;
}

function drawPoint(map: GlMap, point: MapPoint): Drawn {
  const element = document.createElement('div');
  element.className = styles.point ?? '';
  const circle = document.createElement('i');
  circle.className = styles.circle ?? '';
  element.append(circle, faceOf(point));
  return { marker: new Marker({ element }).setLngLat(point).addTo(map), circle, point };
}

export interface DrawnMap {
  /** Moves the points; the map goes with them while nobody has moved it. */
  show(points: readonly MapPoint[], isFollowing: boolean): void;
  remove(): void;
}

/** Draws the company's map with points on it, which may move. */
export function drawMap(
  container: HTMLElement,
  source: BrandMap,
  {
    points: first,
    onMove,
    ...ground
  }: Pick<GroundOptions, 'title' | 'look' | 'onReady' | 'onFail'> & { points: readonly MapPoint[]; onMove: () => void },
): DrawnMap {
  let map: GlMap | undefined;
  let points = first;
  const drawn = new Map<MapPoint['key'], Drawn>();
  const sizeCircles = () => {
    for (const { circle, point } of drawn.values()) {
      const width = map && point.radius ? (2 * point.radius) / metresPerPixel(map, point.lat) : 0;
      circle.style.setProperty('--width', `${width}px`);
    }
  };
  const place = (on: GlMap) => {
    for (const point of points) {
      const known = drawn.get(point.key);
      if (known) known.marker.setLngLat(point);
      drawn.set(point.key, known ? { ...known, point } : drawPoint(on, point));
    }
    for (const [key, { marker }] of drawn)
      if (!points.some((point) => point.key === key)) {
        marker.remove();
        drawn.delete(key);
      }
    sizeCircles();
  };
  const view = { maxZoom: ZOOM, padding: PADDING };
  const remove = layGround(container, source, {
    ...{ ...ground, places: points, view, isInPage: true },
    onFail: () => {
      map = undefined;
      ground.onFail();
    },
    draw: (made) => {
      map = made;
      made.on('zoom', sizeCircles);
      made.on('movestart', ({ originalEvent }) => {
        if (originalEvent) onMove();
      });
      place(made);
    },
  });
  return {
    show(next, isFollowing) {
      points = next;
      if (!map) return;
      place(map);
      if (isFollowing) map.fitBounds(boundsOf(points), view);
    },
    remove() {
      map = undefined;
      remove();
    },
  };
}
