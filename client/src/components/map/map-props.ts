import type { Frame } from './frame.ts';

export interface LatLng {
  lat: number;
  lng: number;
}
export interface MapPoint extends LatLng {
  key: string | number;
  /** Metres around it that it may be in. */
  radius?: number;
  /** Shown at the point; without one it is a dot. */
  label?: string;
  /** The id of the part of the page that a press on its label leads to. */
  target?: string;
}
interface AnyMapProps {
  /** Read out when the map has the focus. */
  title: string;
  /** The map cannot be drawn here; nobody needs a reason. */
  onFail: () => void;
}
export interface MapProps extends AnyMapProps {
  points: readonly MapPoint[];
  /** The button that shows the points again, once the map has been moved. */
  again: string;
}
export interface PinProps extends AnyMapProps {
  /** Where it is; undefined: nowhere yet. */
  pin: LatLng | undefined;
  /** What the map shows while there is none. */
  near: readonly LatLng[];
  onPin: (at: LatLng) => void;
}
export interface GroundProps extends AnyMapProps {
  /** What it shows at first. */
  places: readonly LatLng[];
  /** Where places are on it, each time when it has moved; undefined when it is gone. */
  onFrame: (frame: Frame | undefined) => void;
}
