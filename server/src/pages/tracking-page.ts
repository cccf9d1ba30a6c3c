import type { PageInput } from '@quickfleet/shared/page';
import { paths } from '@quickfleet/shared/paths';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../http/context.ts';
import { lookUp } from './public-render.ts';

/** What a tracking page shows, with the page's status. */
export async function trackingPage(
  services: Services,
  request: FastifyRequest,
  path: string,
): Promise<{ input: PageInput; status: number }> {
  const trackingNumber = decodeURIComponent(path.slice(paths.track.length + 1));
  const { data, refused } = await lookUp(services, request, (caller) => caller.tracking.get({ trackingNumber }));
  if (refused) return { input: { path, tracked: { trackingNumber, refused } }, status: refused.status };
  return { input: { path, ...(data ? { tracked: { trackingNumber, order: data } } : {}) }, status: 200 };
}
