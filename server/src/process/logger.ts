import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { standardOutput } from './log-output.ts';

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

/** The log of this process. A line that cannot be written is lost, and never holds up the work. */
export function createLogger(level: string): Logger {
  const log = pino({ level, redact }, standardOutput);
  standardOutput.onRoom = (lines, reason) => log.warn({ lines, reason }, 'lines of the log were lost');
  return log;
}
