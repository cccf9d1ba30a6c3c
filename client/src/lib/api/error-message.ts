import { t } from '@quickfleet/shared/words/t';
import { TRPCClientError } from '@trpc/client';
import { PartNotReached } from '../loading/import-part.ts';
import { failureOf, HttpError, NETWORK_MESSAGE } from './http.ts';

/** What the browser itself could not do, as a sentence for the person. */
export class BrowserError extends Error {}

const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
/** An answer that did not come from a procedure: a limit, a refused origin, a proxy before a server that is away. */
function answerOutside(error: unknown): HttpError | undefined {
  if (!(error instanceof TRPCClientError) || typeof field(error.data, 'httpStatus') === 'number') return undefined;
  const status = field(field(error.meta, 'response'), 'status');
  const body = field(error.meta, 'responseJSON');
  return typeof status === 'number' ? failureOf(status, body === undefined ? '' : JSON.stringify(body)) : undefined;
}
/** The details besides the message: tRPC keeps them in `data`, REST in the body. */
const details = (error: unknown): unknown => {
  if (error instanceof TRPCClientError) return error.data ?? answerOutside(error)?.body;
  return error instanceof HttpError ? error.body : undefined;
};

/** HTTP status of a failed call; 0 when the server was not reached; undefined for any other error. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpError) return error.status;
  if (!(error instanceof TRPCClientError)) return undefined;
  const status = field(error.data, 'httpStatus');
  return typeof status === 'number' ? status : (answerOutside(error)?.status ?? 0);
}

/** The stable code, e.g. QUOTE_ALREADY_CONVERTED. */
export function codeOf(error: unknown): string | undefined {
  const code = field(details(error), 'reason') ?? field(details(error), 'code');
  return typeof code === 'string' ? code : undefined;
}

export function requestIdOf(error: unknown): string | undefined {
  const id = field(details(error), 'requestId');
  return typeof id === 'string' ? id : undefined;
}

/** Field errors by path, ready for a form's `setErrors`. */
export function issuesOf(error: unknown): Record<string, string> {
  const issues = field(details(error), 'issues');
  if (!Array.isArray(issues)) return {};
  return Object.fromEntries(
    issues.flatMap((issue: unknown) =>
      typeof field(issue, 'path') === 'string' ? [[String(field(issue, 'path')), String(field(issue, 'message'))]] : [],
    ),
  );
}

/** The sentence for the person; `fallback` where the server gave none. */
export function messageOf(error: unknown, fallback = t('An unknown error occurred')): string {
  if (statusOf(error) === 0 || error instanceof PartNotReached) return NETWORK_MESSAGE;
  const outside = answerOutside(error);
  if (outside) return outside.message;
  const isWorded = [TRPCClientError, HttpError, BrowserError].some((kind) => error instanceof kind);
  return (isWorded && (error as Error).message) || fallback;
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
