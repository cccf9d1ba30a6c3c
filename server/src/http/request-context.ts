import { CODE_AFTER_DELIVERY_HOURS, DRIVER_SESSION_HOURS, UNLOCKED_MAX } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { scopes } from '@quickfleet/shared/permissions';
import { roles } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { c, readRow, readRows, run, select } from '../db/rows.ts';
import { knownDevice } from '../security/known-devices.ts';
import { nameVisitor, sha256 } from '../security/secrets.ts';
import { keepLanguage } from '../words/speak.ts';
import { isMaker } from './caller/authorize.ts';
import { isInNetworks } from './caller/networks.ts';
import type {
  AnswerNotes,
  Caller,
  CodeGrant,
  KeyHolder,
  RequestContext,
  Services,
  SessionHandle,
  SignedIn,
  UnlockedOrder,
} from './context.ts';
import { badRequest, DomainError, unauthorized } from './errors.ts';
import { countTry } from './limits.ts';

const VISITOR_COOKIE = 'qf_visitor';

const user = select({
  id: c.int('id'),
  username: c.text('username'),
  role: c.oneOf(roles, 'role'),
  firstName: c.text('first_name').nullable(),
  lastName: c.text('last_name').nullable(),
  hasFactor: c.bool(
    'exists (select 1 from second_factors f where f.user_id = users.id and f.confirmed_at is not null)',
  ),
});
/**
 * Role and activity as they are at this very request: a demoted admin is none at the next call (ASVS 8.3.2). What is
 * remembered of the last one goes with each change, in every process.
 */
const findUser = ({ orm, events }: Services, id: number): Promise<SignedIn | undefined> =>
  events.sessionCache.user(id, async () => {
    const row = await readRow(orm.em, user, 'select $columns from users where id = ? and is_active', [id]);
    return (
      row && { id: row.id, username: row.username, role: row.role, name: displayName(row), hasFactor: row.hasFactor }
    );
  });

const opened = select({ id: c.int('id'), hash: c.text('access_code_hash') });
/** The opened orders that still count: same code, within 12 hours, not over for more than a day. */
async function validGrants({ orm, clock }: Services, grants: readonly CodeGrant[]): Promise<CodeGrant[]> {
  const oldest = clock().getTime() - DRIVER_SESSION_HOURS * 3_600_000;
  const recent = grants.filter((grant) => !grant.endedAt && Date.parse(grant.at) > oldest);
  if (recent.length === 0) return [];
  const rows = await readRows(
    orm.em,
    opened,
    `select $columns from orders where id in (${recent.map(() => '?').join(', ')})
         and coalesce(coalesce(delivered_at, cancelled_at) > ?::timestamptz - make_interval(hours => ?), true)`,
    [...recent.map((grant) => grant.orderId), clock(), CODE_AFTER_DELIVERY_HOURS],
  );
  return recent.filter((grant) => rows.some((row) => row.id === grant.orderId && row.hash === grant.codeHash));
}

/** A caller who sends a key is judged by it alone: an empty or wrong key is refused, never ignored. */
export const namesApiKey = ({ headers }: FastifyRequest): boolean =>
  /^bearer(?:\s|$)/i.test(headers.authorization ?? '');

const apiKey = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  scopes: c.json(z.array(z.enum(scopes)), 'k.scopes'),
  makerId: c.int('k.created_by_id'),
  customerId: c.int('k.customer_id').nullable(),
  addresses: c.texts('k.allowed_addresses'),
  isPrevious: c.bool('k.key_hash <> ?'),
  isStale: c.bool(`coalesce(k.last_used_at < ?::timestamptz - interval '1 minute', true)`),
});
/** A key counts while its maker is an admin, active or not: it carries rights that only an admin could give. */
async function findKey({ orm, clock }: Services, request: FastifyRequest): Promise<KeyHolder> {
  const [, token = ''] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const hash = sha256(token);
  const row = await readRow(
    orm.em,
    apiKey,
    `select $columns from api_keys k join users u on ${isMaker}
       where (k.key_hash = ? or (k.previous_hash = ? and k.previous_until > ?))
         and k.revoked_at is null and (k.expires_at is null or k.expires_at > ?)`,
    [hash, clock(), hash, hash, clock(), clock()],
  );
  if (!row) throw unauthorized('WRONG_API_KEY', t('This API key is not valid, has expired or was revoked'));
  request.apiKeyId = row.id;
  if (!isInNetworks(request.ip, row.addresses))
    throw new DomainError(
      'FORBIDDEN',
      'ADDRESS_NOT_ALLOWED',
      t('This API key may not be used from {ip}', { ip: request.ip }),
    );
  if (row.isStale) await run(orm.em, 'update api_keys set last_used_at = ? where id = ?', [clock(), row.id]);
  const { id, name, scopes, makerId, customerId, isPrevious } = row;
  return { id, name, scopes, makerId, customerId, isPrevious };
}

/** A random name for this browser that no row holds; it ties uploads to their sender until a quote claims them. */
function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  if (request.foreignOrigin !== undefined) return nameVisitor();
  const present = request.cookies[VISITOR_COOKIE];
  if (present && /^[0-9a-f]{32}$/.test(present)) return present;
  const fresh = nameVisitor();
  if (request.method === 'POST' && /\/uploads?$/.test(request.url.split('?')[0] ?? '')) {
    reply.setCookie(VISITOR_COOKIE, fresh, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: 86_400,
    });
  }
  return fresh;
}

/** A key that another header carries would be overlooked, and its sender told to sign in. */
function refuseOtherKeys({ headers }: FastifyRequest): void {
  const { authorization = '' } = headers;
  const [scheme = '', given = ''] = authorization.split(/\s+/);
  const basic = /^basic$/i.test(scheme) ? Buffer.from(given, 'base64').toString('latin1') : '';
  const isKey = /(?:^|:)qf_/.test(basic) || (!/^(?:bearer|basic)$/i.test(scheme) && authorization.includes('qf_'));
  if (isKey || headers['x-api-key'] !== undefined)
    throw unauthorized('USE_BEARER', t('Send the API key as a bearer token: Authorization: Bearer qf_…'));
}

async function callerOf(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const visitor = visitorOf(request, reply);
  if (request.foreignOrigin !== undefined) return { grants: [], visitor };
  const { userId, grants = [], email, unlocked } = request.session;
  if (!namesApiKey(request)) refuseOtherKeys(request);
  if (namesApiKey(request)) {
    const key = await findKey(services, request);
    if (userId !== undefined || grants.length > 0 || email !== undefined)
      throw badRequest('KEY_WITH_COOKIE', t('Send either an API key or a session cookie, not both'));
    return { key, grants: [], visitor };
  }
  const user = userId === undefined ? undefined : await findUser(services, userId);
  const isStored = userId !== undefined || grants.length > 0 || email !== undefined || unlocked !== undefined;
  const valid = await validGrants(services, grants);
  return {
    ...(user ? { user } : {}),
    ...(email === undefined ? {} : { email }),
    ...(unlocked === undefined ? {} : { unlocked }),
    ...(isStored ? { sessionHash: sha256(request.session.sessionId) } : {}),
    grants: valid,
    endedGrants: grants.filter((grant) => !valid.includes(grant)),
    visitor,
  };
}

interface Gained {
  userId?: number;
  grants?: CodeGrant[];
  email?: string;
  unlocked?: UnlockedOrder[];
}
function sessionHandle({ secrets }: Services, request: FastifyRequest, reply: FastifyReply): SessionHandle {
  const device = request.headers['user-agent']?.slice(0, 300) ?? null;
  // A new id for every gain of rights: what was known before the sign-in opens nothing after it (docs/security.md,
  // TR-10).
  const renew = async (gained: Gained) => {
    const { userId, grants = [], email, unlocked } = request.session;
    const kept = { userId, grants, email, unlocked, ...gained };
    await request.session.regenerate();
    request.session.isNew = true;
    request.session.device = device;
    request.session.address = request.ip;
    if (kept.userId !== undefined) request.session.userId = kept.userId;
    if (kept.email !== undefined) request.session.email = kept.email;
    if (kept.unlocked !== undefined) request.session.unlocked = kept.unlocked;
    request.session.grants = kept.grants;
  };
  return {
    async signIn(userId) {
      await renew({ userId });
      request.signedInAs = userId;
    },
    async setGrants(grants) {
      const { userId, email, unlocked } = request.session;
      const isEmpty = userId === undefined && email === undefined && unlocked === undefined;
      if (grants.length === 0 && isEmpty) return request.session.destroy();
      await renew({ grants });
    },
    openEmail: (email) => renew({ email }),
    unlock: (order) => {
      const others = (request.session.unlocked ?? []).filter((one) => one.trackingNumber !== order.trackingNumber);
      return renew({ unlocked: [...others, order].slice(-UNLOCKED_MAX) });
    },
    signOut: () => request.session.destroy(),
    speak: (language) => {
      keepLanguage(request, reply, language);
    },
    knowDevice: (userId) => {
      request.signedInAs = userId;
    },
    knownDevice: (userId) => knownDevice(secrets, request, userId),
  };
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** The page's own origin as its browser names it, if it is one of this site; else the public address. */
function originOf({ headers, protocol }: FastifyRequest, publicUrl: string | undefined): string {
  const [asked, known] = [URL.parse(headers.origin ?? ''), URL.parse(publicUrl ?? '')];
  if (asked && (asked.host === known?.host || asked.host === headers.host)) return asked.origin;
  return known?.origin ?? new URL(`${protocol}://${headers.host ?? 'localhost'}`).origin;
}

/** What a request brings: who stands behind it and what it asks to be careful about. */
export async function createRequestContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestContext> {
  const idempotencyKey = single(request.headers['idempotency-key']);
  if (idempotencyKey !== undefined && (idempotencyKey.length === 0 || idempotencyKey.length > 255))
    throw badRequest('BAD_IDEMPOTENCY_KEY', t('Idempotency-Key needs 1 to 255 characters'));
  const notes: AnswerNotes = { limits: [], isReplay: false, isKnown: false };
  request.notes = notes;
  const ctx: RequestContext = {
    services,
    caller: await callerOf(services, request, reply),
    session: sessionHandle(services, request, reply),
    request: {
      id: request.id,
      ip: request.ip,
      method: request.method,
      // Every change may be repeated safely, PUT and DELETE too: a phone that lost the answer sends the same thing
      // again.
      idempotencyKey: request.method === 'GET' ? undefined : idempotencyKey,
      ifMatch: single(request.headers['if-match']),
      origin: originOf(request, services.config.PUBLIC_URL),
      device: request.headers['user-agent']?.slice(0, 300) ?? null,
      notes,
    },
  };
  if (ctx.caller.key) await countTry(ctx, 'keys.calls', { subject: String(ctx.caller.key.id) });
  return ctx;
}
