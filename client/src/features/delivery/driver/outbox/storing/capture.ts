// Where and with what a piece of proof was taken: kept with it when it is recorded, not when it is sent.

import { measureClockOffset } from '../../../../../lib/live/server-clock.ts';

const DEVICE_KEY = 'quickfleet-device';
const POSITION_KEY = 'quickfleet-position';
/** A position that is older says nothing about this stop. */
const FRESH_MS = 120_000;
const LOCATE_MS = 10_000;

export interface Position {
  lat: number;
  lng: number;
  accuracy: number;
}
export interface Captured {
  position?: Position | undefined;
  device?: { id: string; name: string } | undefined;
  /** Milliseconds the phone's clock is ahead of the server's, as far as it was measured. */
  clockOffset?: number | undefined;
}

let last: { position: Position; at: number } | undefined;
let clockOffset: number | undefined;

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

let madeId: string | undefined;
/** A random id: it tells phones apart and says nothing about them. */
function deviceId(): string {
  madeId ??=
    read(DEVICE_KEY) ?? crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), '');
  write(DEVICE_KEY, madeId);
  return madeId;
}
function deviceName(): string {
  const agent = navigator.userAgent;
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? 'Phone';
  const browser = /Firefox|Edg|Chrome|Safari/.exec(agent)?.[0] ?? 'browser';
  return `${system}, ${browser}`;
}

export type PositionChoice = 'allowed' | 'declined' | 'unasked';
export const positionChoice = (): PositionChoice => {
  const kept = read(POSITION_KEY);
  return kept === 'allowed' || kept === 'declined' ? kept : 'unasked';
};
/** The driver's answer, asked once; after a yes the browser asks too. */
export function choosePosition(choice: 'allowed' | 'declined'): void {
  write(POSITION_KEY, choice);
  locate();
}

/** Reads the position once, at a stop; never between stops. */
export function locate(): void {
  if (positionChoice() !== 'allowed' || !('geolocation' in navigator)) return;
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const { latitude: lat, longitude: lng, accuracy } = coords;
      last = { position: { lat, lng, accuracy: Math.round(accuracy) }, at: Date.now() };
    },
    // A missing position never blocks a proof.
    () => undefined,
    { enableHighAccuracy: true, timeout: LOCATE_MS, maximumAge: FRESH_MS },
  );
}

export async function measureClock(): Promise<void> {
  clockOffset = (await measureClockOffset()) ?? clockOffset;
}

/** What goes along with a piece of proof that is taken now. */
export const captureNow = (): Captured => ({
  ...(last && Date.now() - last.at < FRESH_MS ? { position: last.position } : {}),
  device: { id: deviceId(), name: deviceName() },
  ...(clockOffset === undefined ? {} : { clockOffset }),
});

export const captureFields = ({ position, device, clockOffset: offset }: Captured = {}): Record<string, string> => ({
  ...(position ? { position: JSON.stringify(position) } : {}),
  ...(device ? { device: JSON.stringify(device) } : {}),
  ...(offset === undefined ? {} : { clockOffset: String(offset) }),
});
