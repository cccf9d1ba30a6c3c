/**
 * The peer with the product's duties, written the obvious way: who calls is looked up in the sessions, the limit is
 * counted, the permission table is asked, one prepared statement is run, and the product's own schemas check what
 * comes in and what goes out.
 */
import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { createOrder, order, orderPage } from '@quickfleet/shared/delivery/orders/orders';
import { trackedOrder, trackingInput } from '@quickfleet/shared/delivery/tracking/tracking';
import { type Action, type Permission, permissions } from '@quickfleet/shared/permissions';
import { quotePage } from '@quickfleet/shared/quoting/quotes';
import type { Role } from '@quickfleet/shared/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { SESSION_COOKIE } from '../src/people/auth/session-cookie.ts';

interface Reads {
  readPage(name: 'orders' | 'quotes', query: { page?: string; limit?: string }): Promise<unknown>;
  readOrder(id: number): Promise<unknown>;
  track(number: string): Promise<unknown>;
  createOrder(body: z.output<typeof createOrder>): Promise<unknown>;
}
interface Options {
  pool: pg.Pool;
  cookieSecrets: string[];
  reads: Reads;
}

const pageQuery = z.object({ page: z.string().exactOptional(), limit: z.string().exactOptional() });
const idParam = z.object({ id: z.coerce.number().int() });
const SESSION = `select u.role from sessions s join users u on u.id = s.user_id and u.is_active
  where s.id_hash = $1 and s.expires_at > now()`;

export async function plainPeer(app: FastifyInstance, { pool, cookieSecrets, reads }: Options): Promise<void> {
  await app.register(cookie, { secret: cookieSecrets });
  await app.register(rateLimit, { global: false });
  const limited = { config: { rateLimit: { max: 60_000_000, timeWindow: 60_000 } } };

  async function roleOf(request: FastifyRequest): Promise<Role | 'anonymous'> {
    const { valid, value } = request.unsignCookie(request.cookies[SESSION_COOKIE] ?? '');
    if (!valid || value === null) return 'anonymous';
    const idHash = createHash('sha256').update(value).digest('hex');
    const { rows } = await pool.query<{ role: Role }>({ name: 'session', text: SESSION, values: [idHash] });
    return rows[0]?.role ?? 'anonymous';
  }
  async function requireRight(action: Action, request: FastifyRequest): Promise<void> {
    const row: Permission = permissions[action];
    if (row[await roleOf(request)] === 'no') throw Object.assign(new Error('Not allowed'), { statusCode: 403 });
  }

  app.get('/orders', async (request) => {
    await requireRight('orders.list', request);
    return orderPage.parse(await reads.readPage('orders', pageQuery.parse(request.query)));
  });
  app.get('/quotes', async (request) => {
    await requireRight('quotes.list', request);
    return quotePage.parse(await reads.readPage('quotes', pageQuery.parse(request.query)));
  });
  app.get('/orders/:id', async (request) => {
    await requireRight('orders.get', request);
    return order.parse(await reads.readOrder(idParam.parse(request.params).id));
  });
  app.get('/tracking/:trackingNumber', limited, async (request) => {
    await requireRight('tracking.get', request);
    return trackedOrder.parse(await reads.track(trackingInput.parse(request.params).trackingNumber));
  });
  app.post('/orders', async (request, reply) => {
    await requireRight('orders.create', request);
    return reply.code(201).send(order.parse(await reads.createOrder(createOrder.parse(request.body))));
  });
}
