const FIRST_MS = 200;
const LONGEST_MS = 1800;

/**
 * Milliseconds to wait before each try to reach a database that is away: longer each time up to two seconds, with
 * jitter, so that the processes of a house do not all come back in one moment.
 */
export function* retryPauses(): Generator<number, never> {
  for (let wait = FIRST_MS; ; wait = Math.min(wait * 2, LONGEST_MS))
    yield Math.round(wait * (0.8 + Math.random() * 0.3));
}
