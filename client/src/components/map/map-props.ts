export interface MapPoint {
  key: string | number;
  lat: number;
  lng: number;
  /** Metres around it that it may be in. */
  radius?: number;
  /** Shown at the point; without one it is a dot. */
  label?: string;
  /** The id of the part of the page that a press on its label leads to. */
  target?: string;
}
export interface MapProps {
  /** Read out when the map has the focus. */
  title: string;
  points: readonly MapPoint[];
  /** The button that shows the points again, once the map has been moved. */
  again: string;
  /** The map cannot be drawn here; nobody needs a reason. */
  onFail: () => void;
}
