import { setTimeout as wait } from 'node:timers/promises';
import type { PageInput } from '@quickfleet/shared/page';
import { paths } from '@quickfleet/shared/paths';
import type { FastifyRequest } from 'fastify';
import type { RequestContext, Services, SessionHandle } from '../context.ts';
import { errorBodyOf } from '../lib/errors.ts';
import { appRouter } from '../router.ts';
import { createCallerFactory } from '../trpc.ts';

const createCaller = createCallerFactory(appRouter);
/** A page does not wait longer for the database: it comes without the order, and the browser asks. */
const LOOK_UP_MS = 2000;

const none = () => Promise.reject(new Error('A page has no session'));
const noSession: SessionHandle = { signIn: none, signOut: none, setGrants: none, knownDevice: () => undefined };

/** Everybody sees the same of a tracked order, so that no session is read for it. */
const visitorContext = (services: Services, { id, ip, method }: FastifyRequest): RequestContext => ({
  services,
  caller: { grants: [], visitor: '' },
  session: noSession,
  request: { id, ip, method, idempotencyKey: undefined, ifMatch: undefined, device: null },
});

/**
 * What a tracking page shows, with the page's status. The public call answers, with its limits; where a limit or the
 * database is in the way, the page comes without an order and the browser asks.
 */
export async function trackingPage(
  services: Services,
  request: FastifyRequest,
  path: string,
): Promise<{ input: PageInput; status: number }> {
  const trackingNumber = decodeURIComponent(path.slice(paths.track.length + 1));
  try {
    const order = await Promise.race([
      createCaller(visitorContext(services, request)).tracking.get({ trackingNumber }),
      wait(LOOK_UP_MS, undefined, { ref: false }),
    ]);
    return { input: { path, ...(order ? { tracked: { trackingNumber, order } } : {}) }, status: 200 };
  } catch (error) {
    const refused = errorBodyOf(error, request.id);
    if (refused.status === 429 || refused.status >= 500) {
      if (refused.status >= 500) request.log.warn({ err: error }, 'a tracking page comes without its order');
      return { input: { path }, status: 200 };
    }
    return { input: { path, tracked: { trackingNumber, refused } }, status: refused.status };
  }
}
