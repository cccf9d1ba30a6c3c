import type { BrandMap } from '@quickfleet/shared/company/brand';
import { t } from '@quickfleet/shared/words/t';
import {
  AttributionControl,
  Map as GlMap,
  LngLatBounds,
  type MapOptions,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { LatLng } from '../map-props.ts';
import { type Look, openArchive } from './own-style.ts';

export interface GroundOptions {
  /** Read out when the map has the focus. */
  title: string;
  look: Look;
  /** What it shows at first; without any the whole map. */
  places: readonly LatLng[];
  /** How it shows them. */
  view: NonNullable<MapOptions['fitBoundsOptions']>;
  /** One finger, and the wheel alone, belong to the page that scrolls over it. */
  isInPage: boolean;
  /** What is on it; before its ground is loaded. */
  draw: (map: GlMap) => void;
  onReady: () => void;
  onFail: () => void;
}

export const boundsOf = (places: readonly LatLng[]): LngLatBounds =>
  places.reduce((bounds: LngLatBounds, place) => bounds.extend(place), new LngLatBounds());

/** The words of the library's own parts. */
const wordsOf = (title: string): Record<string, string> => ({
  'Map.Title': title,
  'AttributionControl.ToggleAttribution': t('Show where the map is from'),
  'NavigationControl.ZoomIn': t('Zoom in'),
  'NavigationControl.ZoomOut': t('Zoom out'),
  'CooperativeGesturesHandler.WindowsHelpText': t('Hold Ctrl and scroll to zoom the map'),
  'CooperativeGesturesHandler.MacHelpText': t('Hold ⌘ and scroll to zoom the map'),
  'CooperativeGesturesHandler.MobileHelpText': t('Move the map with two fingers'),
});

/**
 * Draws the company's map; answers what removes it. It is ready once it was loaded without a failure; whatever fails
 * before that removes it and calls `onFail`, and the page stays as it is without a map.
 */
export function layGround(container: HTMLElement, source: BrandMap, wanted: GroundOptions): () => void {
  let map: GlMap | undefined;
  let isGone = false;
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
  const { places, view, isInPage } = wanted;
  const begin = async () => {
    const style = source.kind === 'pmtiles' ? await openArchive(source.url, wanted.look, places) : source.url;
    if (isGone) return;
    setWorkerUrl(workerUrl);
    const made = new GlMap({
      ...{ container, style, ...(places.length > 0 && { bounds: boundsOf(places), fitBoundsOptions: view }) },
      ...{ attributionControl: false, dragRotate: false, maxPitch: 0, pitchWithRotate: false, touchPitch: false },
      ...{ cooperativeGestures: isInPage, refreshExpiredTiles: false, locale: wordsOf(wanted.title) },
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
    wanted.draw(made);
  };
  begin().catch(fail);
  return remove;
}
