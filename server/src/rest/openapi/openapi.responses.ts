import { type Caller, callers, type Permission } from '@quickfleet/shared/permissions';
import { role } from '@quickfleet/shared/roles';

interface Sample {
  name: string;
  description: string;
  code: string;
  error: string;
  issues?: { path: string; message: string }[];
  headers?: readonly string[];
}

const issue = [{ path: 'pickupAddress', message: 'Pickup address is required' }];
const errors: Readonly<Record<number, Sample>> = {
  400: {
    name: 'BadRequest',
    description: 'Something in the request is not right; `issues` names the fields',
    code: 'VALIDATION_FAILED',
    error: 'Pickup address is required',
    issues: issue,
  },
  401: {
    name: 'Unauthorized',
    description: 'No session, no key, or a wrong password, code or key',
    code: 'SIGN_IN_REQUIRED',
    error: 'Please sign in first',
  },
  403: {
    name: 'Forbidden',
    description: 'Signed in, but not allowed',
    code: 'FORBIDDEN',
    error: 'You are not allowed to do this',
  },
  404: {
    name: 'NotFound',
    description: 'There is none, or none that you may see',
    code: 'QUOTE_NOT_FOUND',
    error: 'Quote not found',
  },
  409: {
    name: 'Conflict',
    description: 'Its present state forbids it',
    code: 'QUOTE_ALREADY_CONVERTED',
    error: 'This quote has already been converted to an order',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'Someone else has changed it since you read it; `ETag` is the current version',
    code: 'STALE_VERSION',
    error: 'This quote has changed; its current version is "quote-42-v4"',
    headers: ['ETag'],
  },
  413: {
    name: 'TooLarge',
    description: 'More than is taken',
    code: 'TOO_LARGE',
    error: 'A photo can have at most 15 MB',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'Not JSON, or not an image',
    code: 'NOT_AN_IMAGE',
    error: 'Please upload an image file',
  },
  416: {
    name: 'RangeNotSatisfiable',
    description: 'The file has no such part; `Content-Range` says how long it is',
    code: 'RANGE_NOT_SATISFIABLE',
    error: 'The file has no such part',
    headers: ['Content-Range'],
  },
  422: {
    name: 'KeyReused',
    description: 'The Idempotency-Key was used for another body',
    code: 'IDEMPOTENCY_KEY_REUSED',
    error: 'This Idempotency-Key was already used for another request',
  },
  429: {
    name: 'TooManyRequests',
    description: 'A limit is used up',
    code: 'TOO_MANY_REQUESTS',
    error: 'Too many tries. Please wait a little and try again.',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  500: {
    name: 'ServerError',
    description: 'Our fault',
    code: 'INTERNAL_ERROR',
    error: 'Something went wrong on our side. Please try again; if it happens again, tell us the request id.',
  },
  503: {
    name: 'Unavailable',
    description: 'Briefly away; nothing was changed',
    code: 'UNAVAILABLE',
    error: 'The service is briefly unavailable. Nothing was changed; please try again.',
    headers: ['Retry-After'],
  },
};

const header = (description: string, type: string, example: string | number) => ({
  description,
  schema: { type },
  example,
});
export const headers = {
  ETag: header('The version that was read or made; send it back as If-Match', 'string', '"quote-42-v3"'),
  'Content-Range': header('Which bytes these are, of how many', 'string', 'bytes 0-999/51200'),
  'Idempotent-Replayed': header('true: this is the first answer to this Idempotency-Key again', 'string', 'true'),
  Link: header('first, prev, next and last page (RFC 8288)', 'string', '</api/v1/quotes?page=2&limit=20>; rel="next"'),
  RateLimit: header(
    'What is left of each limit, and in how many seconds it starts again',
    'string',
    '"general";r=1199;t=60',
  ),
  'RateLimit-Policy': header('Each limit: how many in how many seconds', 'string', '"general";q=1200;w=60'),
  'Retry-After': header('Seconds to wait', 'integer', 30),
  'X-Request-Id': header('The name of this request in our logs', 'string', '8f3a2c1b9d4e5f60'),
  'X-Total-Count': header('Rows in all', 'integer', 57),
};
export const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers that every answer has. */
export const everyHeader: readonly string[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** components.responses: one for each status, all with the one error body. */
export const errorResponses = Object.fromEntries(
  Object.entries(errors).map(([status, { name, description, code, error, issues, headers: own = [] }]) => [
    name,
    {
      description,
      headers: headerRefs(['X-Request-Id', ...own]),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: {
            error,
            message: error,
            code,
            status: Number(status),
            requestId: '8f3a2c1b9d4e5f60',
            ...(issues ? { issues } : {}),
          },
        },
      },
    },
  ]),
);

/** The refusals that any call may answer with: all but that of a file which is read by parts. */
export const anyRefusals: ReadonlySet<string> = new Set(Object.keys(errors).filter((status) => status !== '416'));
const refusalLines = (of: (status: string) => boolean): string[] =>
  Object.entries(errors)
    .filter(([status]) => anyRefusals.has(status) && of(status))
    .map(([status, { description }]) => `- ${status}: ${description}`);
/** All of them in one. */
export const anyRefusal = {
  description: [
    'What any call may refuse with, and the headers that every answer has:',
    ...refusalLines((status) => status.startsWith('4')),
    '\nAny call may fail too, with the same body and headers:',
    ...refusalLines((status) => status.startsWith('5')),
  ].join('\n'),
  headers: headerRefs([...everyHeader, 'Retry-After', 'Idempotent-Replayed']),
  content: errorResponses[errors[429]?.name ?? '']?.content ?? {},
};

interface Facts {
  isChange: boolean;
  mayMiss: boolean;
  isIdempotent: boolean;
  mayConflict: boolean;
  honorsIfMatch: boolean;
}
const refTo = (status: number) => ({ $ref: `#/components/responses/${errors[status]?.name}` });
/** Of heavy work. */
export const tooHeavy = { 413: refTo(413) };
/** Of a file that is read by parts. */
export const noSuchPart = { 416: refTo(416) };

/** The errors that a call can answer with. */
export function errorsOf(facts: Facts): Record<string, { $ref: string }> {
  const statuses = [
    400,
    // A wrong API key, or one from another network, is refused on public calls too, and a page of another site on every
    // change.
    401,
    403,
    ...(facts.mayMiss ? [404] : []),
    ...(facts.mayConflict ? [409] : []),
    ...(facts.honorsIfMatch ? [412] : []),
    ...(facts.isChange ? [413, 415] : []),
    ...(facts.isIdempotent ? [422] : []),
    429,
    500,
    503,
  ];
  return Object.fromEntries(statuses.map((status) => [String(status), refTo(status)]));
}

const people: Record<Caller, string> = {
  anonymous: 'anybody',
  code: 'users of the order’s access code',
  email: 'people who came by a mailed sign-in link',
  customer: 'ordinary users',
  driver: 'drivers',
  dispatcher: 'dispatchers',
  admin: 'admins',
};

/** Who may call, for machines and in a sentence. */
export function accessOf(row: Permission) {
  const granted = callers.filter((caller) => row[caller] !== 'no');
  const roles = granted.filter((caller) => role.safeParse(caller).success);
  const isOpen = row.anonymous !== 'no';
  const scopes = row.key === null || row.key === 'any' ? [] : [row.key, ...(row.also ?? [])];
  const security: Record<string, string[]>[] = [
    ...(isOpen ? [{}] : []),
    ...(roles.length > 0 ? [{ sessionCookie: roles }] : []),
    ...(row.code !== 'no' && !isOpen ? [{ driverSession: [] }] : []),
    ...(row.email !== 'no' && !isOpen ? [{ emailSession: [] }] : []),
    ...(row.key === null ? [] : row.key === 'any' ? [{ apiKey: [] }] : scopes.map((scope) => ({ apiKey: [scope] }))),
  ];
  const word = (caller: Caller) =>
    people[caller] + (row[caller] === 'own' && caller !== 'code' ? ' (what is theirs)' : '');
  const key =
    row.key === null
      ? 'no API keys'
      : row.key === 'any'
        ? 'any API key'
        : `API keys with the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}`;
  const sentence = `Who: ${isOpen ? people.anonymous : granted.map(word).join(', ')}; ${key}.`;
  return { security, sentence };
}
