import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomKey, type Secrets } from './secrets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a sign-in of this very request. */
    signedInAs?: number | undefined;
  }
}

const COOKIE = 'qf_devices';
const DAYS = 400;
/** People who share one computer. */
const USERS_MAX = 5;
const TOKEN = /^(\d{1,10})-([0-9a-f]{32})-([0-9a-f]{64})$/;

/** Opens nothing: it only says that this user has signed in on this device, so that strangers' tries do not count here. */
const marksOf = (secrets: Secrets, userId: number, device: string) =>
  secrets.lookupHashes(`device of user ${userId}: ${device}`);
const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

function tokensOf(request: FastifyRequest): { text: string; userId: number; device: string; mark: string }[] {
  return (request.cookies[COOKIE] ?? '').split('.').flatMap((text) => {
    const [, userId = '', device = '', mark = ''] = TOKEN.exec(text) ?? [];
    return mark ? [{ text, userId: Number(userId), device, mark }] : [];
  });
}

export function knownDevice(secrets: Secrets, request: FastifyRequest, userId: number): string | undefined {
  const token = tokensOf(request).find((one) => one.userId === userId);
  if (!token) return undefined;
  return marksOf(secrets, userId, token.device).some((mark) => isSame(mark, token.mark)) ? token.device : undefined;
}

/** Sets the device cookie after a sign-in, following the session cookie. */
export function registerKnownDevices(api: FastifyInstance, secrets: Secrets): void {
  api.decorateRequest('signedInAs');
  api.addHook('onSend', async (request, reply) => {
    const userId = request.signedInAs;
    if (userId === undefined) return;
    const device = knownDevice(secrets, request, userId) ?? randomKey();
    const [mark] = marksOf(secrets, userId, device);
    const others = tokensOf(request).filter((one) => one.userId !== userId);
    const tokens = [`${userId}-${device}-${mark}`, ...others.map((one) => one.text)].slice(0, USERS_MAX);
    reply.setCookie(COOKIE, tokens.join('.'), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: DAYS * 86_400,
    });
  });
}
