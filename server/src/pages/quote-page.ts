import type { PageInput } from '@quickfleet/shared/page';
import { paths } from '@quickfleet/shared/paths';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../http/context.ts';
import { lookUp } from './public-render.ts';

export const tokenOf = (path: string): string => decodeURIComponent(path.slice(paths.quote('').length));

/** What the customer's page of a quote shows, with the page's status. Rendering it is no visit: nothing is counted. */
export async function quotePage(
  services: Services,
  request: FastifyRequest,
  path: string,
): Promise<{ input: PageInput; status: number }> {
  const token = tokenOf(path);
  const { data, refused } = await lookUp(services, request, (caller) => caller.quotePage.get({ token }));
  if (refused) return { input: { path, quoted: { token, refused } }, status: refused.status };
  return { input: { path, ...(data ? { quoted: { token, quote: data } } : {}) }, status: 200 };
}
