import { townOf } from '@quickfleet/shared/base/place/town';
import { type PriceZone, zoneOf } from '@quickfleet/shared/quoting/pricing/price-zones';

/** What the area of an address is called: its price zone, else its town; empty where neither can be told. */
export const zoneNameOf = (address: string, zones: readonly PriceZone[]): string =>
  zoneOf(address, zones)?.label ?? townOf(address) ?? '';
