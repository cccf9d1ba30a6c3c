const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** After the first try, the second and so on; 71 hours and a half in all. */
const PAUSES = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  18 * HOUR,
  22 * HOUR,
];
const GIVE_UP_MS = 72 * HOUR;

/**
 * When a delivery is tried again, that was tried so often, for the first time at `first`; null when it is given up, after
 * three days. What the receiver asks for (`Retry-After`, in seconds) makes a pause longer, never shorter, and at most as long as
 * the plan: the last try is when the three days end, whatever was asked for.
 */
export function retryAt({
  tries,
  first,
  now,
  retryAfter,
}: {
  tries: number;
  first: Date;
  now: Date;
  retryAfter: number | null;
}): Date | null {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return null;
  const end = first.getTime() + GIVE_UP_MS;
  if (now.getTime() + pause > end) return null;
  return new Date(Math.min(end, now.getTime() + Math.max(pause, (retryAfter ?? 0) * SECOND)));
}
