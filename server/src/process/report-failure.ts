import type { FastifyBaseLogger } from 'fastify';
import { type DomainError, statusOf, toDomainError } from '../http/errors.ts';
import { countErrorAnswer } from './meter.ts';

const REPEAT_MS = 30_000;
/** By reason: when the last line was logged, and how many answers since then said the same. */
const logged = new Map<string, { at: number; more: number }>();

/**
 * Logs a failure of ours. While a database or a store is away every answer fails alike: the first one is a line, then one
 * in 30 s with how many there were; `/metrics` counts them all.
 */
function logFailure(error: DomainError, log: FastifyBaseLogger): void {
  const isAway = statusOf(error) === 503;
  const last = isAway ? logged.get(error.reason) : undefined;
  const now = performance.now();
  if (last && now - last.at < REPEAT_MS) {
    last.more++;
    return;
  }
  if (isAway) logged.set(error.reason, { at: now, more: 0 });
  log.error({ err: error.cause ?? error, ...(last?.more ? { more: last.more } : {}) }, error.message);
}

/**
 * Counts an answer that refuses or fails, by the code of its body, and logs what is our own fault. `log` is the request's:
 * its lines carry the id that the customer sees.
 */
export function reportFailure(thrown: unknown, log: FastifyBaseLogger): DomainError {
  const error = toDomainError(thrown);
  const status = statusOf(error);
  countErrorAnswer(error.reason, status);
  if (status >= 500) logFailure(error, log);
  return error;
}
