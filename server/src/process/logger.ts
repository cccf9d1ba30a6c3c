import type { FastifyBaseLogger } from 'fastify';

export type Logger = FastifyBaseLogger;

/** Secrets never reach a log line (docs/security.md, T-23). */
export const redact = {
  paths: [
    'req.headers.authorization',
    'req.headers.cookie',
    'headers.authorization',
    'headers.cookie',
    'accessCode',
    'password',
    '*.accessCode',
    '*.password',
  ],
  censor: '[hidden]',
};
