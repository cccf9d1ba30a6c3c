import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/**
 * What helmet says to every answer; asked at the start, because it is the same for all. The one foreign origin that a
 * browser may ask is that of the map's style, if the company names one.
 */
export function securityHeadersOf({ PUBLIC_URL, MAP_STYLE_URL }: Config): Record<string, string> {
  const map = MAP_STYLE_URL === undefined ? [] : [new URL(MAP_STYLE_URL).origin];
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets sizes and colours as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...map],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...map],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: PUBLIC_URL?.startsWith('https:') ? { maxAge: 15_552_000 } : false,
    crossOriginEmbedderPolicy: false,
  })(request, answer, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Puts the security headers on every answer; a route may replace one. */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeadersOf(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
