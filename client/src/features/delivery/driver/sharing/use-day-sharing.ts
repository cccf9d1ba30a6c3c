import { useEffect } from 'react';
import { usePortal } from '../outbox/portal.ts';
import { refuseSharing, resumeSharing, stopSharing, useSharing } from './sharing.ts';

/** The driver's day on this phone while it runs and the company takes positions. */
export function useShareableDay(): { driverId: number; day: string } | undefined {
  const kept = usePortal().notes.myDay;
  if (!kept?.day.canSharePosition || !('geolocation' in navigator)) return undefined;
  const { driverId, day, shift } = kept;
  const { startedAt, endedAt } = shift?.day === day.day ? shift : day;
  return startedAt && !endedAt ? { driverId, day: day.day } : undefined;
}

/** Shares the position, whichever screen of the portal is open, until the driver or the day ends it. */
export function useDaySharing(): void {
  const { isResolved } = usePortal();
  const running = useShareableDay();
  const { driverId, day } = running ?? {};
  const state = useSharing();
  const isOver = isResolved && running === undefined;
  useEffect(() => {
    if (driverId !== undefined && day !== undefined) resumeSharing(driverId, day);
  }, [driverId, day]);
  useEffect(() => {
    if (isOver && state === 'on') stopSharing();
  }, [isOver, state]);
  const isOn = state === 'on' && driverId !== undefined;
  useEffect(() => {
    if (!isOn) return;
    let stop: (() => void) | undefined;
    let isLeft = false;
    void import('./watch-position.ts').then(
      ({ watchPosition }) => {
        if (!isLeft) stop = watchPosition({ onRefused: refuseSharing, onOver: stopSharing });
      },
      // Offline: it is loaded again when the driver turns it on, or with the next visit.
      () => stopSharing(),
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [isOn]);
}
