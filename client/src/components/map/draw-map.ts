import type { BrandMap } from '@quickfleet/shared/company/brand';
import { t } from '@quickfleet/shared/words/t';
import { AttributionControl, Map as GlMap, LngLatBounds, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { goToHash } from '../../lib/addresses/hash-target.ts';
import styles from './live-map.module.css';
import type { MapPoint, MapProps } from './map-props.ts';
import { type Look, openArchive } from './own-style.ts';

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

/**
 * Draws the company's map. It is ready once it was loaded without a failure; whatever fails before that calls `onFail`,
 * and the page stays as it is without a map.
 */
export function drawMap(
  container: HTMLElement,
  source: BrandMap,
  wanted: Pick<MapProps, 'title' | 'points' | 'onFail'> & { look: Look; onReady: () => void; onMove: () => void },
): DrawnMap {
  let map: GlMap | undefined;
  let isGone = false;
  let { points } = wanted;
  const drawn = new Map<MapPoint['key'], Drawn>();

  const remove = () => {
    if (isGone) return;
    isGone = true;
    map?.remove();
  };
  const fail = () => {
    if (isGone) return;
    remove();
    wanted.onFail();
  };
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
  const boundsOf = () => points.reduce((bounds, point) => bounds.extend(point), new LngLatBounds());
  const view = { maxZoom: ZOOM, padding: PADDING };

  const begin = async () => {
    const style = source.kind === 'pmtiles' ? await openArchive(source.url, wanted.look, points) : source.url;
    if (isGone) return;
    setWorkerUrl(workerUrl);
    const made = new GlMap({
      ...{ container, style, bounds: boundsOf(), fitBoundsOptions: view },
      ...{ attributionControl: false, dragRotate: false, maxPitch: 0, pitchWithRotate: false, touchPitch: false },
      // The page scrolls over it: one finger, and the wheel alone, belong to the page.
      cooperativeGestures: true,
      refreshExpiredTiles: false,
      locale: { 'Map.Title': wanted.title, 'AttributionControl.ToggleAttribution': t('Show where the map is from') },
    });
    map = made;
    made.touchZoomRotate.disableRotation();
    made.keyboard.disableRotation();
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    made.addControl(new AttributionControl({ customAttribution: [] }), 'bottom-right');
    let isLoaded = false;
    made.on('error', () => {
      // Later a tile may be missing: offline, or at the edge of the map.
      if (!isLoaded) fail();
    });
    made.once('load', () => {
      isLoaded = true;
      wanted.onReady();
    });
    made.on('zoom', sizeCircles);
    made.on('movestart', ({ originalEvent }) => {
      if (originalEvent) wanted.onMove();
    });
    place(made);
  };
  begin().catch(fail);
  return {
    show(next, isFollowing) {
      points = next;
      if (!map || isGone) return;
      place(map);
      if (isFollowing) map.fitBounds(boundsOf(), view);
    },
    remove,
  };
}
