import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorBody } from '@quickfleet/shared/errors';
import type { FastifyRequest } from 'fastify';
import type { RequestContext, Services, SessionHandle } from '../http/context.ts';
import { errorBodyOf } from '../http/errors.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { reportFailure } from '../process/report-failure.ts';
import { appRouter } from '../router.ts';

const createCaller = createCallerFactory(appRouter);
export type PublicCaller = ReturnType<typeof createCaller>;
/** A page does not wait longer for the database: it comes without what it shows, and the browser asks. */
const LOOK_UP_MS = 2000;

const none = () => Promise.reject(new Error('A page has no session'));
const noSession: SessionHandle = {
  signIn: none,
  signOut: none,
  speak: () => undefined,
  setGrants: none,
  openEmail: none,
  unlock: none,
  knowDevice: () => undefined,
  knownDevice: () => undefined,
};

/** Everybody with the address sees the same, so that no session is read for it. */
const visitorContext = (services: Services, { id, ip, method }: FastifyRequest): RequestContext => ({
  services,
  caller: { grants: [], visitor: '' },
  session: noSession,
  request: { id, ip, method, idempotencyKey: undefined, ifMatch: undefined, device: null, origin: '' },
});

/**
 * The answer of a public call for the page that shows it, or why there is none. The call has its own limits; where a
 * limit or the database is in the way, both are absent and the browser asks.
 */
export async function lookUp<T>(
  services: Services,
  request: FastifyRequest,
  ask: (caller: PublicCaller) => Promise<T>,
): Promise<{ data?: T; refused?: ErrorBody }> {
  try {
    const data = await Promise.race([
      ask(createCaller(visitorContext(services, request))),
      wait(LOOK_UP_MS, undefined, { ref: false }),
    ]);
    return data === undefined ? {} : { data };
  } catch (error) {
    const refused = errorBodyOf(error, request.id);
    if (refused.status !== 429 && refused.status < 500) return { refused };
    if (refused.status >= 500) reportFailure(error, request.log);
    return {};
  }
}
