import type { FastifyBaseLogger } from 'fastify';
import { type DomainError, statusOf, toDomainError } from './errors.ts';
import { countErrorAnswer } from './meter.ts';

/**
 * Counts an answer that refuses or fails, by the code of its body, and logs what is our own fault. `log` is the request's:
 * its lines carry the id that the customer sees.
 */
export function reportFailure(thrown: unknown, log: FastifyBaseLogger): DomainError {
  const error = toDomainError(thrown);
  const status = statusOf(error);
  countErrorAnswer(error.reason, status);
  if (status >= 500) log.error({ err: error.cause ?? error }, error.message);
  return error;
}
