import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { PageInput } from '@quickfleet/shared/page';
import { paths } from '@quickfleet/shared/paths';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../http/context.ts';
import { lookUp } from './public-render.ts';

/** What the page of a mailed link shows, with the page's status. */
export async function deliveryPage(
  services: Services,
  request: FastifyRequest,
  path: string,
): Promise<{ input: PageInput; status: number }> {
  const token = decodeURIComponent(path.slice(paths.delivery('').length));
  const { data, refused } = await lookUp(services, request, (caller) => caller.deliveryPage.get({ token }));
  if (refused) return { input: { path, mailed: { token, refused } }, status: refused.status };
  if (!data) return { input: { path }, status: 200 };
  const options = isOpenOrder(data.status)
    ? (await lookUp(services, request, (caller) => caller.deliveryPage.options({ token }))).data
    : undefined;
  return { input: { path, mailed: { token, delivery: data, ...(options && { options }) } }, status: 200 };
}
