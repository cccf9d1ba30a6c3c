import type { FastifyInstance } from 'fastify';

export const SESSION_COOKIE = 'qf_session';
const CLEARED = `${SESSION_COOKIE}=;`;

/**
 * @fastify/session clears the cookie of a session that it does not find. A page's call that left before a sign-in or an
 * opened order renewed the session, and is answered after it, would so take the new cookie from the browser. A cookie
 * that opens nothing does no harm, and the next session replaces it. Registered after the plugin.
 */
export function keepNewerCookie(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const said = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    const kept = said.filter((cookie) => !cookie.startsWith(CLEARED));
    if (kept.length === said.length) return payload;
    reply.removeHeader('set-cookie');
    for (const cookie of kept) reply.header('set-cookie', cookie);
    return payload;
  });
}
