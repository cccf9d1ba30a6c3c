import { isNewEmail } from '@quickfleet/shared/base/primitives';
import { type ErrorCode, errorCodes } from '@quickfleet/shared/error-codes';
import type { ErrorBody } from '@quickfleet/shared/errors';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { ZodError } from 'zod';

type TrpcCode = ConstructorParameters<typeof TRPCError>[0]['code'];
export interface Issue {
  path: string;
  message: string;
  /** The order that it is about, where the path does not say it. */
  orderId?: number;
}

/** An error with a sentence for the person who sees it; `reason` is the stable upper-case code of the body. */
export class DomainError extends TRPCError {
  readonly reason: ErrorCode;
  readonly issues: Issue[] | undefined;
  /** Seconds until another try makes sense; becomes Retry-After. */
  readonly retryAfter: number | undefined;
  /** What the body says besides. */
  readonly body: Pick<ErrorBody, 'quotedPrice' | 'results'>;
  /** What the answer says in its headers besides: Allow of a 405, the present ETag of a 412. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    code: TrpcCode,
    reason: ErrorCode,
    message: string,
    more: {
      issues?: Issue[];
      retryAfter?: number;
      body?: Pick<ErrorBody, 'quotedPrice' | 'results'>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super({ code, message, cause: more.cause });
    this.reason = reason;
    this.issues = more.issues;
    this.retryAfter = more.retryAfter;
    this.body = more.body ?? {};
    this.headers = {
      ...(code === 'UNAUTHORIZED' ? { 'www-authenticate': 'Bearer' } : {}),
      ...more.headers,
      ...(more.retryAfter === undefined ? {} : { 'retry-after': String(more.retryAfter) }),
    };
  }
}

/** What is not found: its code and its sentence. */
const missing = {
  Address: ['ADDRESS_NOT_FOUND', message('Address not found')],
  'API key': ['API_KEY_NOT_FOUND', message('API key not found')],
  'Bank line': ['BANK_LINE_NOT_FOUND', message('There is no such line in this file of the bank')],
  'Bank statement': ['BANK_STATEMENT_NOT_FOUND', message('File of the bank not found')],
  Calendar: ['CALENDAR_NOT_FOUND', message('Calendar not found')],
  Charge: ['CHARGE_NOT_FOUND', message('Charge not found')],
  Customer: ['CUSTOMER_NOT_FOUND', message('Customer not found')],
  Delivery: ['DELIVERY_NOT_FOUND', message('Delivery not found')],
  Driver: ['DRIVER_NOT_FOUND', message('Driver not found')],
  Export: ['EXPORT_NOT_FOUND', message('Export not found')],
  Import: ['IMPORT_NOT_FOUND', message('Import not found')],
  Inbound: ['INBOUND_NOT_FOUND', message('There is no such connection to a shop')],
  Incident: ['INCIDENT_NOT_FOUND', message('Incident not found')],
  Invitation: ['INVITATION_NOT_FOUND', message('Invitation not found')],
  Invoice: ['INVOICE_NOT_FOUND', message('Invoice not found')],
  Item: ['ITEM_NOT_FOUND', message('Item not found')],
  Job: ['JOB_NOT_FOUND', message('Job not found')],
  Mail: ['MAIL_NOT_FOUND', message('Mail not found')],
  Member: ['MEMBER_NOT_FOUND', message('Member not found')],
  Note: ['NOTE_NOT_FOUND', message('Note not found')],
  Notice: ['NOTICE_NOT_FOUND', message('Notice not found')],
  Order: ['ORDER_NOT_FOUND', message('Order not found')],
  Page: ['PAGE_NOT_FOUND', message('Page not found')],
  Passkey: ['PASSKEY_NOT_FOUND', message('Passkey not found')],
  Payment: ['PAYMENT_NOT_FOUND', message('Payment not found')],
  'Payment event': ['PAYMENT_EVENT_NOT_FOUND', message('Payment event not found')],
  Photo: ['PHOTO_NOT_FOUND', message('Photo not found')],
  Question: ['QUESTION_NOT_FOUND', message('Question not found')],
  Plan: ['PLAN_NOT_FOUND', message('Plan not found')],
  'Price list': ['PRICE_LIST_NOT_FOUND', message('Price list not found')],
  Quote: ['QUOTE_NOT_FOUND', message('Quote not found')],
  Reason: ['REASON_NOT_FOUND', message('Reason not found')],
  'Recurring job': ['RECURRING_JOB_NOT_FOUND', message('Recurring job not found')],
  Request: ['REQUEST_NOT_FOUND', message('Request not found')],
  Sandbox: ['SANDBOX_NOT_FOUND', message('Sandbox not found')],
  'Saved report': ['SAVED_REPORT_NOT_FOUND', message('Saved report not found')],
  'Saved view': ['SAVED_VIEW_NOT_FOUND', message('Saved view not found')],
  Session: ['SESSION_NOT_FOUND', message('Session not found')],
  Template: ['TEMPLATE_NOT_FOUND', message('Template not found')],
  User: ['USER_NOT_FOUND', message('User not found')],
  Version: ['VERSION_NOT_FOUND', message('Version not found')],
  Webhook: ['WEBHOOK_NOT_FOUND', message('Webhook not found')],
} as const satisfies Record<string, readonly [ErrorCode, Message]>;
export const notFound = (thing: keyof typeof missing) => {
  const [code, sentence] = missing[thing];
  return new DomainError('NOT_FOUND', code, t(sentence));
};
export const conflict = (reason: ErrorCode, message: string, issues?: Issue[]) =>
  new DomainError('CONFLICT', reason, message, issues ? { issues } : {});
export const badRequest = (reason: ErrorCode, message: string, issues?: Issue[]) =>
  new DomainError('BAD_REQUEST', reason, message, { issues: issues ?? [{ path: '', message }] });
/** 400 for one field that the schemas could not judge alone. */
export const invalid = (path: string, message: string) => badRequest('VALIDATION_FAILED', message, [{ path, message }]);
/** What several rules refuse, all together; a rule throws as it does alone. */
export async function issuesOf(rules: readonly (() => unknown)[]): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const rule of rules)
    try {
      await rule();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      issues.push(...(error.issues ?? [{ path: '', message: error.message }]));
    }
  return issues;
}
/** Refuses an address that is new and would do more in a link than name a recipient; one from before stays. */
export function requireNewEmail(
  path: string,
  given: string | null | undefined,
  present: string | null | undefined,
): void {
  if (given && given !== present && !isNewEmail(given)) throw invalid(path, t('Valid email is required'));
}
export const unauthorized = (reason: ErrorCode, message: string) => new DomainError('UNAUTHORIZED', reason, message);
export const forbidden = (message = t('You are not allowed to do this')) =>
  new DomainError('FORBIDDEN', 'FORBIDDEN', message);
export const tooMany = (retryAfter: number, message = t('Too many tries. Please wait a little and try again.')) =>
  new DomainError('TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', message, { retryAfter });
export const tooLarge = (message: string) => new DomainError('PAYLOAD_TOO_LARGE', 'TOO_LARGE', message);
export const notAnImage = (message = t('Please upload an image file')) =>
  new DomainError('UNSUPPORTED_MEDIA_TYPE', 'NOT_AN_IMAGE', message);
export const stale = (message: string, etag: string) =>
  new DomainError('PRECONDITION_FAILED', 'STALE_VERSION', message, { headers: { etag } });
export const unavailable = (
  message = t('The service is briefly unavailable. Nothing was changed; please try again.'),
) => new DomainError('SERVICE_UNAVAILABLE', 'UNAVAILABLE', message, { retryAfter: 3 });

/** What a store of files could not do, in a sentence; a full disk keeps its own. */
export function filesAway(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return toDomainError(error);
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'FILES_UNAVAILABLE',
    t('Photos cannot be stored or shown at the moment. Nothing was changed; please try again in a minute.'),
    { retryAfter: 30, cause: error },
  );
}

const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(errorCodes, word);

/** Words for what the web framework refuses before our code runs; its own texts are not for people. */
const frameworkErrors: Record<string, [reason: ErrorCode, sentence: Message]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['INVALID_JSON', message('The request body is not valid JSON')],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID_JSON', message('The request body is empty')],
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', message('The request is too large')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_CONTENT_TYPE', message('This content type is not supported here')],
  FST_ERR_BAD_URL: ['BAD_ADDRESS', message('The address is not valid')],
  FST_ERR_MAX_PARAM_LENGTH: ['BAD_ADDRESS', message('The address is too long')],
  FST_REQ_FILE_TOO_LARGE: ['TOO_LARGE', message('The file is too large')],
  FST_FILES_LIMIT: ['TOO_LARGE', message('Too many files in one request')],
  FST_FIELDS_LIMIT: ['TOO_LARGE', message('Too many fields in one request')],
  FST_PARTS_LIMIT: ['TOO_LARGE', message('Too many parts in one request')],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_CONTENT_TYPE', message('Send this call as form data')],
};
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
]);

interface Coded {
  code?: unknown;
  statusCode?: unknown;
  message?: unknown;
  /** PostgreSQL's own function that refused. */
  routine?: unknown;
  cause?: unknown;
}
const withCode = (error: unknown): Coded | undefined =>
  typeof error === 'object' && error !== null ? error : undefined;
/** Walks the chain of causes for the error that a database, file system or framework threw. */
function codeOf(error: unknown): string | undefined {
  for (let at = withCode(error), depth = 0; at && depth < 6; at = withCode(at.cause), depth++) {
    if (typeof at.code === 'string' && !(at instanceof TRPCError)) return at.code;
  }
  return undefined;
}
export const isConnectionError = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== undefined && CONNECTION_CODES.has(code)) return true;
  for (let at = withCode(error), depth = 0; at && depth < 6; at = withCode(at.cause), depth++) {
    if (
      typeof at.message === 'string' &&
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|^timeout expired$/i.test(
        at.message,
      )
    )
      return true;
  }
  return false;
};
/**
 * PostgreSQL itself refused the statement, so its transaction is rolled back. Not so when the connection ended (classes
 * 08 and 57) or broke (no SQLSTATE at all).
 */
export const isRefusedByDatabase = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|57)/.test(code) && !CONNECTION_CODES.has(code);
};
/** A prepared statement with a plan from before its tables changed. */
export const isStalePlan = (error: unknown): boolean => {
  for (let at = withCode(error), depth = 0; at && depth < 6; at = withCode(at.cause), depth++)
    if (at.code === '0A000' && at.routine === 'RevalidateCachedQuery') return true;
  return false;
};
/** A name that this connection does not know, or knows as another statement's. */
export const isForgottenStatement = (error: unknown): boolean => ['26000', '42P05'].includes(codeOf(error) ?? '');
/** The database lacks an extension that a statement needs. */
export const isUnknownFunction = (error: unknown): boolean => codeOf(error) === '42883';
/** Deadlock, serialisation failure or a stale prepared statement: a retry helps. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error) ?? '') || isStalePlan(error) || isForgottenStatement(error);

function findZod(error: unknown): ZodError | undefined {
  for (let at: unknown = error, depth = 0; depth < 4; at = withCode(at)?.cause, depth++)
    if (at instanceof ZodError) return at;
  return undefined;
}

type ZodIssue = ZodError['issues'][number];
const kinds: Record<string, Message> = {
  string: message('{name} must be text'),
  number: message('{name} must be a number'),
  int: message('{name} must be a whole number'),
  boolean: message('{name} must be true or false'),
  array: message('{name} must be a list'),
  object: message('{name} must be an object'),
  record: message('{name} must be an object'),
};

/**
 * A schema's own sentence where it has one; zod's standard texts speak to programmers and are said again in plain
 * words.
 */
function sentenceOf(issue: ZodIssue): string {
  if (!/^(Invalid|Unrecognized|Too (big|small))/.test(issue.message)) return issue.message;
  const name = issue.path.join('.') || t('The request body');
  if (issue.code === 'unrecognized_keys')
    return t('There is no field {name} here', { name: issue.keys[0]?.slice(0, 60) ?? '' });
  if (issue.code === 'invalid_type') {
    if (/received undefined$/.test(issue.message)) return t('{name} is required', { name });
    const kind = kinds[issue.expected];
    return kind ? t(kind, { name }) : t('{name} must be {kind}', { name, kind: issue.expected });
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String).join(', ');
    return issue.values.length > 1
      ? t('{name} must be one of {values}', { name, values })
      : t('{name} must be {kind}', { name, kind: values });
  }
  const isText =
    (issue.code === 'too_big' || issue.code === 'too_small') && (issue.origin === 'string' || issue.origin === 'array');
  if (issue.code === 'too_big') return isText ? t('{name} is too long', { name }) : t('{name} is too large', { name });
  if (issue.code === 'too_small')
    return isText ? t('{name} is too short', { name }) : t('{name} is too small', { name });
  return t('{name} is not valid', { name });
}

const diskFull = () =>
  t("The server's disk is full. Nothing was changed; reading still works. Please contact the administrator.");

/** Turns any thrown value into an error with a safe and readable text. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const cause = withCode(error)?.cause;
  if (cause instanceof DomainError) return cause;
  const zod = findZod(error);
  if (zod && (!(error instanceof TRPCError) || error.code === 'BAD_REQUEST')) {
    const issues = zod.issues.map((issue) => ({ path: issue.path.join('.'), message: sentenceOf(issue) }));
    return new DomainError('BAD_REQUEST', 'VALIDATION_FAILED', issues[0]?.message ?? t('The request is not valid'), {
      issues,
      cause: error,
    });
  }
  if (isConnectionError(error))
    return new DomainError('SERVICE_UNAVAILABLE', 'UNAVAILABLE', unavailable().message, {
      retryAfter: 3,
      cause: error,
    });
  const code = codeOf(error);
  if (code === '23505')
    return new DomainError('CONFLICT', 'ALREADY_EXISTS', t('This already exists'), { cause: error });
  if (code === '23503')
    return new DomainError('CONFLICT', 'STILL_IN_USE', t('This is still used elsewhere'), { cause: error });
  if (code === '40001' || code === '40P01' || code === '55P03') {
    return new DomainError('CONFLICT', 'BUSY', t('Someone else is changing this right now. Please try again.'), {
      cause: error,
    });
  }
  // Class 22, data exception: a value that no schema refused and PostgreSQL cannot hold, like NUL in a text or a day
  // before the calendar.
  if (code !== undefined && /^22[0-9A-Z]{3}$/.test(code)) {
    const said = t('The request holds a value that cannot be stored');
    return new DomainError('BAD_REQUEST', 'VALIDATION_FAILED', said, {
      issues: [{ path: '', message: said }],
      cause: error,
    });
  }
  // PostgreSQL's word for it, the file system's, and that of a quota.
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT')
    return new DomainError('SERVICE_UNAVAILABLE', 'DISK_FULL', diskFull(), { retryAfter: 60, cause: error });
  if (code === '57014' || code?.startsWith('53'))
    return new DomainError('SERVICE_UNAVAILABLE', 'UNAVAILABLE', unavailable().message, {
      retryAfter: 10,
      cause: error,
    });
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') {
    const words: Partial<Record<TrpcCode, Message>> = {
      NOT_FOUND: message('There is no such call'),
      PARSE_ERROR: message('The request body is not valid JSON'),
      METHOD_NOT_SUPPORTED: message('This call does not take that method'),
      UNSUPPORTED_MEDIA_TYPE: message('Send this call as JSON (content-type: application/json)'),
      PAYLOAD_TOO_LARGE: message('The request is too large'),
      BAD_REQUEST: message('The request is not valid'),
    };
    const said = t(words[error.code] ?? message('The request could not be handled'));
    const named = error.code === 'UNSUPPORTED_MEDIA_TYPE' ? 'UNSUPPORTED_CONTENT_TYPE' : error.code;
    const reason = isErrorCode(named) ? named : 'BAD_REQUEST';
    return new DomainError(error.code === 'PARSE_ERROR' ? 'BAD_REQUEST' : error.code, reason, said, {
      cause: error,
      ...(error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR'
        ? { issues: [{ path: '', message: said }] }
        : {}),
    });
  }
  const statusCode = withCode(error)?.statusCode;
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    const [reason, sentence] = frameworkErrors[code ?? ''] ?? ['BAD_REQUEST', message('The request is not valid')];
    const said = t(sentence);
    const byStatus: Partial<Record<number, TrpcCode>> = {
      404: 'NOT_FOUND',
      413: 'PAYLOAD_TOO_LARGE',
      415: 'UNSUPPORTED_MEDIA_TYPE',
      429: 'TOO_MANY_REQUESTS',
    };
    const trpcCode = byStatus[statusCode] ?? 'BAD_REQUEST';
    return new DomainError(trpcCode, reason, said, {
      cause: error,
      ...(trpcCode === 'BAD_REQUEST' ? { issues: [{ path: '', message: said }] } : {}),
    });
  }
  return new DomainError(
    'INTERNAL_SERVER_ERROR',
    'INTERNAL_ERROR',
    t('Something went wrong on our side. Please try again; if it happens again, tell us the request id.'),
    {
      cause: error,
    },
  );
}

export const statusOf = (error: DomainError): number => getHTTPStatusCodeFromError(error);

/** The one error body of every transport. */
export function errorBodyOf(thrown: unknown, requestId: string): ErrorBody {
  const error = toDomainError(thrown);
  return {
    error: error.message,
    message: error.message,
    code: error.reason,
    status: statusOf(error),
    requestId,
    ...error.body,
    ...(error.issues ? { issues: error.issues } : {}),
  };
}
