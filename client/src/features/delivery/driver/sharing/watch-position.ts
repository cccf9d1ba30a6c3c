// Follows the phone while the driver shares, and sends what is worth it.

import { API_BASE } from '@quickfleet/shared/paths';
import { HttpError, sendJson } from '../../../../lib/api/http.ts';
import { isWorthSending, type Point, thinned } from './sampling.ts';

const PATH = `${API_BASE}/driver/positions`;
/** Points of half a minute go in one call: a radio that sends all the time costs the most battery. */
const SEND_MS = 30_000;
/** A server that wants none, e.g. because the start of the day has not reached it, is asked again ever more rarely. */
const [PAUSE_MS, PAUSE_MAX_MS] = [5000, 300_000];
const ANSWER_LIMIT_MS = 20_000;
const LOW_BATTERY = 0.2;

interface Battery extends EventTarget {
  charging: boolean;
  level: number;
}
type WithBattery = Navigator & { getBattery?: () => Promise<Battery> };

function parseIsOn(json: unknown): boolean {
  const isOn = typeof json === 'object' && json !== null ? Reflect.get(json, 'isOn') : undefined;
  if (typeof isOn !== 'boolean') throw new Error('This answer did not come from the server');
  return isOn;
}
/** The right has ended: signed out, or no driver any more. */
const isRefused = (error: unknown) => error instanceof HttpError && (error.status === 401 || error.status === 403);
/** The same points would be refused again. */
const isBad = (error: unknown) => error instanceof HttpError && error.status === 400;

/**
 * Shares from now on; what it returns ends it.
 *
 * @param onRefused the phone does not give its position
 * @param onOver nobody may share here any more
 */
export function watchPosition({ onRefused, onOver }: { onRefused: () => void; onOver: () => void }): () => void {
  let points: Point[] = [];
  let last: Point | undefined;
  let isSending = false;
  let isSparing = false;
  let pausedUntil = 0;
  let pause = PAUSE_MS;
  let watching: number | undefined;

  const send = async () => {
    if (isSending || points.length === 0 || Date.now() < pausedUntil) return;
    isSending = true;
    const sent = thinned(points);
    points = [];
    try {
      const isOn = await sendJson(PATH, { points: sent }, { parse: parseIsOn, timeoutMs: ANSWER_LIMIT_MS });
      pausedUntil = isOn ? 0 : Date.now() + pause;
      pause = isOn ? PAUSE_MS : Math.min(pause * 2, PAUSE_MAX_MS);
      if (!isOn) points = [...sent, ...points].slice(-1);
    } catch (error) {
      if (isRefused(error)) onOver();
      else if (!isBad(error)) points = thinned([...sent, ...points]);
    }
    isSending = false;
  };

  const take = ({ coords: { latitude, longitude, accuracy } }: GeolocationPosition) => {
    const point = {
      lat: latitude,
      lng: longitude,
      accuracy: Math.round(accuracy),
      at: new Date().toISOString(),
    };
    if (!isWorthSending(point, last, isSparing)) return;
    const isFirst = last === undefined;
    last = point;
    points = thinned([...points, point]);
    if (isFirst) void send();
  };
  // Without a signal, as under a bridge, the phone keeps trying; only a refusal is final.
  const fail = ({ code, PERMISSION_DENIED }: GeolocationPositionError) => code === PERMISSION_DENIED && onRefused();
  const watch = () => {
    if (watching !== undefined) navigator.geolocation.clearWatch(watching);
    watching = navigator.geolocation.watchPosition(take, fail, {
      enableHighAccuracy: !isSparing,
      maximumAge: 10_000,
      timeout: 60_000,
    });
  };

  let battery: Battery | undefined;
  const look = () => {
    const isLow = battery !== undefined && !battery.charging && battery.level <= LOW_BATTERY;
    if (isLow === isSparing) return;
    isSparing = isLow;
    watch();
  };
  const follow = async () => {
    battery = await (navigator as WithBattery).getBattery?.();
    for (const event of ['levelchange', 'chargingchange']) battery?.addEventListener(event, look);
    look();
  };

  const sendSoon = () => void send();
  watch();
  // A browser that does not tell, or not here, is taken for charged.
  follow().catch(() => undefined);
  const timer = setInterval(sendSoon, SEND_MS);
  document.addEventListener('visibilitychange', sendSoon);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', sendSoon);
    for (const event of ['levelchange', 'chargingchange']) battery?.removeEventListener(event, look);
    if (watching !== undefined) navigator.geolocation.clearWatch(watching);
  };
}
