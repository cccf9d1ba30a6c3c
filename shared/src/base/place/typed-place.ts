import type { Place } from '../distance.ts';
import { coordinatesIn, type PlaceField } from './coordinates.ts';
import { geoPlace, type LinkedPlace, linkedPlace } from './map-links.ts';
import { plusCodeIn } from './plus-codes.ts';

export interface TypedPlace extends Place {
  /** The middle of a map that a link shows is no door. */
  precision: 'door' | 'street';
}
const asTyped = (found: LinkedPlace | null): TypedPlace | null =>
  found && { ...found.place, precision: found.isView ? 'street' : 'door' };

/**
 * The place that a text names: coordinates, a `geo:` address, a whole plus code (`8FVC9G8F+6W`, a town may follow), or a
 * link of the usual maps. null for every other text, as an address of streets is.
 */
export function typedPlace(text: string, field: PlaceField = 'address'): TypedPlace | null {
  const trimmed = text.trim();
  if (/^geo:/i.test(trimmed)) return asTyped(geoPlace(trimmed));
  const place = coordinatesIn(trimmed, field) ?? plusCodeIn(trimmed);
  return place ? { ...place, precision: 'door' } : asTyped(linkedPlace(trimmed));
}
