import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTICE_BYTES_MAX } from '@quickfleet/shared/limits';
import { byShopToken, receivedNotice, type ShopKind, shopKinds } from '@quickfleet/shared/operations/inbound';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { c, exists, type Row, readRow, select } from '../../db/rows.ts';
import { commitOnce } from '../../db/transaction.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { RequestContext } from '../../http/context.ts';
import { notFound, unauthorized } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { InboundNotice, InboundShop } from './inbound.entity.ts';
import { queueNotice } from './inbound.queue.ts';
import { parseJson, readNotice } from './inbound.read.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/**
 * Where each shop says what: https://shopify.dev/docs/apps/build/webhooks/verify-deliveries (2026-11-30) and
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks (2026-11-30).
 */
const headers: Readonly<Record<ShopKind, { signature: string; topic: string; delivery: string }>> = {
  shopify: { signature: 'x-shopify-hmac-sha256', topic: 'x-shopify-topic', delivery: 'x-shopify-webhook-id' },
  woocommerce: {
    signature: 'x-wc-webhook-signature',
    topic: 'x-wc-webhook-topic',
    delivery: 'x-wc-webhook-delivery-id',
  },
};
const TOPIC_MAX = 100;
const DELIVERY_MAX = 200;
/** What WooCommerce sends once, unsigned, to see whether the address answers. */
const PING = /^webhook_id=\d{1,20}$/;
const received = { success: true } as const;

const found = select({ id: c.int('s.id'), sealed: c.text('s.secret_sealed') });
type Found = Row<typeof found>;

const headerOf = (request: FastifyRequest, name: string, max: number): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, max) : null;
};

/** Base64 of the HMAC-SHA256 of the body as it came, compared in a time that tells nothing. */
function isSigned(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function requireShop(ctx: RequestContext, kind: ShopKind, token: string): Promise<Found> {
  const { orm, secrets } = ctx.services;
  const shop = await readRow(
    orm.em.fork(),
    found,
    'select $columns from inbound_shops s where s.token_hash = any(?) and s.kind = ?',
    [secrets.lookupHashes(token), kind],
  );
  if (shop) return shop;
  await countTry(ctx, 'inbound.miss');
  throw notFound('Inbound');
}

async function requireSignature(
  ctx: RequestContext,
  shop: Found,
  body: Buffer,
  signature: string | null,
): Promise<void> {
  const secret = ctx.services.secrets.open(shop.sealed);
  if (signature !== null && secret !== undefined && isSigned(secret, body, signature)) return;
  await countTry(ctx, 'inbound.miss');
  throw signature === null
    ? unauthorized('SIGNATURE_REQUIRED', t('The notice has no signature of the shop'))
    : unauthorized('WRONG_SIGNATURE', t('The signature does not fit this notice'));
}

/** Stores a notice with the job that uses it. One that is no order is stored too, so that people see that it came. */
async function keep(
  ctx: RequestContext,
  kind: ShopKind,
  shop: Found,
  request: FastifyRequest,
  body: Buffer,
): Promise<void> {
  const { services } = ctx;
  const topic = headerOf(request, headers[kind].topic, TOPIC_MAX) ?? '';
  const deliveryId = headerOf(request, headers[kind].delivery, DELIVERY_MAX);
  const told = readNotice(kind, topic, parseJson(body.toString('utf8')));
  await commitOnce(services, async (em) => {
    // Two tries of one sending wait for each other.
    const isThere = await exists(em, 'select 1 from inbound_shops where id = ? for update', [shop.id]);
    if (!isThere) return;
    const isKnown = deliveryId !== null && (await em.count(InboundNotice, { shop: shop.id, deliveryId })) > 0;
    if (isKnown) return;
    const isOrder = told !== undefined && told.what !== 'other';
    const notice = em.create(InboundNotice, {
      shop: em.getReference(InboundShop, shop.id),
      deliveryId,
      topic,
      externalId: told?.externalId ?? null,
      shopOrderId: told?.shopOrderId ?? null,
      isCancellation: told?.what === 'cancelled',
      state: isOrder ? 'waiting' : 'ignored',
      reason: isOrder ? null : t('Nothing follows from this notice'),
      orderId: null,
      bodySealed: isOrder ? services.secrets.seal(body.toString('utf8')) : null,
      receivedAt: services.clock(),
      fulfilment: null,
      fulfilmentError: null,
      fulfilmentFirstAt: null,
      fulfilmentNextAt: null,
    });
    await em.flush();
    if (isOrder) await queueNotice(em, notice.id, shop.id);
  });
}

/**
 * POST /inbound/shopify/{token} and /inbound/woocommerce/{token}, outside the procedures because the signature is over
 * the bytes of the body. The token is looked up before the body is read.
 */
export function registerInboundRoutes(app: FastifyInstance, getContext: GetContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: NOTICE_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    for (const kind of shopKinds) {
      const shops = new WeakMap<FastifyRequest, Found>();
      scope.post(`/inbound/${kind}/:token`, {
        config: { output: receivedNotice },
        onRequest: async (request, reply) => {
          const ctx = await getContext(request, reply);
          authorize(ctx, 'inbound.receive');
          shops.set(request, await requireShop(ctx, kind, byShopToken.parse(request.params).token));
        },
        async handler(request, reply) {
          const ctx = await getContext(request, reply);
          const shop = shops.get(request);
          if (!shop) throw notFound('Inbound');
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const signature = headerOf(request, headers[kind].signature, 100);
          if (kind === 'woocommerce' && signature === null && PING.test(body.toString('latin1'))) return received;
          await requireSignature(ctx, shop, body, signature);
          await keep(ctx, kind, shop, request, body);
          return received;
        },
      });
    }
  });
}
