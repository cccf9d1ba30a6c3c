import { z } from 'zod';
import {
  count,
  day,
  id,
  integer,
  pageInput,
  pageOf,
  rowId,
  rowVersion,
  seenVersion,
  text,
  textOrNull,
  timestamp,
  whole,
} from '../base/primitives.ts';
import { example } from '../examples.ts';
import { KEY_ADDRESSES_MAX, KEY_OVERLAP_HOURS, KEY_OVERLAP_HOURS_MAX, NAME_MAX, SEARCH_MAX } from '../limits.ts';
import { scopes } from '../permissions.ts';
import { message, t } from '../words/t.ts';

const ADDRESS_WORDS = { error: () => t('Must be an address or a network like 203.0.113.0/24 or 2001:db8::/32') };
const network = z
  .union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], ADDRESS_WORDS)
  .meta({ override: { type: 'string', anyOf: undefined }, example: '203.0.113.0/24' });
const allowedAddresses = z
  .array(network)
  .max(KEY_ADDRESSES_MAX, {
    error: () => t('At most {keyAddressesMax} networks', { keyAddressesMax: KEY_ADDRESSES_MAX }),
  })
  .meta({
    description: 'Networks (CIDR) that the key may call from; any when there are none',
    example: ['203.0.113.0/24'],
  });
const name = text(message('Name is required'), NAME_MAX).meta({ example: 'Web shop' });
const scopeList = z
  .array(z.enum(scopes))
  .min(1, { error: () => t('Choose at least one scope') })
  .meta({ example: ['quotes:write', 'quotes:read', 'orders:read'] });
const expiresOn = z
  .union([z.null(), day()])
  .optional()
  .meta({ description: 'Last day the key works, in the business time zone', example: '2026-12-31' });

/** Unknown fields are refused: `expiresAt`, sent for `expiresOn`, would make a key that never expires. */
export const createApiKey = z.strictObject({
  name,
  scopes: scopeList,
  expiresOn,
  customerId: z
    .union([z.null(), id])
    .optional()
    .meta({ description: 'A merchant: the key knows the quotes and orders of this customer alone', example: null }),
  allowedAddresses: allowedAddresses.optional(),
});
/** Partial. The customer cannot be changed: create another key instead. */
export const updateApiKey = z
  .strictObject({
    id,
    name: name.optional(),
    scopes: scopeList.optional(),
    expiresOn,
    allowedAddresses: allowedAddresses.optional(),
    version: seenVersion,
  })
  .meta({ example: { allowedAddresses: ['203.0.113.0/24'] } });
export type UpdateApiKey = z.infer<typeof updateApiKey>;
export const rotateApiKey = z.strictObject({
  id,
  overlapHours: whole(0, KEY_OVERLAP_HOURS_MAX, () =>
    t('overlapHours must be a whole number from 0 to {max}', { max: KEY_OVERLAP_HOURS_MAX }),
  )
    .default(KEY_OVERLAP_HOURS)
    .meta({ description: 'For so long the key before works too', example: KEY_OVERLAP_HOURS }),
});

const customerOfKey = z
  .object({ id: rowId, name: z.string().meta({ example: example.name }) })
  .nullable()
  .meta({ description: 'The only customer with quotes and orders for this key; null for all', example: null });
export const apiKey = z
  .object({
    id: rowId,
    name: z.string().meta({ example: 'Web shop' }),
    prefix: z.string().meta({ description: 'The first characters, to recognise the key by', example: 'qf_3f9c2a1b' }),
    scopes: z.array(z.enum(scopes)).meta({ example: ['quotes:write'] }),
    customerId: rowId.nullable().meta({ example: null }),
    customer: customerOfKey,
    allowedAddresses: z.array(z.string()).meta({ description: 'Empty: from anywhere', example: ['203.0.113.0/24'] }),
    expiresAt: timestamp.nullable().meta({ example: '2027-01-01T00:00:00.000Z' }),
    lastUsedAt: timestamp.nullable().meta({ example: example.later }),
    revokedAt: timestamp.nullable().meta({ example: null }),
    previousUntil: timestamp
      .nullable()
      .meta({ description: 'How long the key before the last rotation works too', example: null }),
    createdAt: timestamp,
    createdBy: textOrNull.meta({ example: example.staff }),
    isMakerActive: z.boolean().meta({
      description:
        'false: its maker was deactivated or is no admin any more; an admin who changes or rotates it takes it over',
      example: true,
    }),
    isRefused: z.boolean().meta({
      description: 'true: the key is refused until its maker is an admin again, or another takes it over',
      example: false,
    }),
    endpoints: count.meta({ description: 'Active webhooks that it made; revoking it switches them off', example: 2 }),
    version: rowVersion,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;
/** The only answer that ever holds the key itself. */
export const createdApiKey = apiKey
  .extend({
    lastUsedAt: apiKey.shape.lastUsedAt.meta({ example: null }),
    key: z.string().meta({
      description: 'The key itself, shown this once',
      example: 'qf_3f9c2a1b8d7e6f50413223140516273849a0b1c2d3e4f5061728394a5b6c7d8e',
    }),
  })
  .meta({ id: 'CreatedApiKey' });
export const revokedApiKey = apiKey
  .extend({
    revokedAt: apiKey.shape.revokedAt.meta({ example: example.later }),
    endpoints: apiKey.shape.endpoints.meta({ example: 0 }),
    success: z.literal(true),
    endpointsOff: count.meta({ description: 'Webhooks that were switched off with it', example: 2 }),
  })
  .meta({ id: 'RevokedApiKey' });
export const byKeyId = z.object({ id });

/** What a key says of itself; a merchant's with the address that its quotes and orders are made for. */
export const ownKey = z
  .object({
    id: rowId,
    name: z.string().meta({ example: 'Web shop' }),
    prefix: z.string().meta({ description: 'Of the newest key', example: 'qf_3f9c2a1b' }),
    scopes: z.array(z.enum(scopes)).meta({ example: ['quotes:write'] }),
    customer: z
      .object({
        id: rowId,
        name: z.string().meta({ example: example.name }),
        email: z.string().meta({ example: example.email }),
      })
      .nullable()
      .meta({ example: null }),
    allowedAddresses: z.array(z.string()).meta({ example: ['203.0.113.0/24'] }),
    expiresAt: timestamp.nullable().meta({ example: '2027-01-01T00:00:00.000Z' }),
    isPrevious: z.boolean().meta({ description: 'The key was rotated, and this is the one before', example: false }),
    previousUntil: timestamp.nullable().meta({ example: null }),
  })
  .meta({ id: 'OwnApiKey' });
export type OwnKey = z.infer<typeof ownKey>;

export const callMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** By the first digit of the status. */
export const callOutcomes = ['success', 'refused', 'failed'] as const;
export type CallOutcome = (typeof callOutcomes)[number];
export const listApiKeyCalls = pageInput.extend({
  id,
  outcome: z
    .enum(callOutcomes)
    .optional()
    .meta({ description: '`success`: below 400. `refused`: 4xx. `failed`: 5xx', example: 'refused' }),
  method: z.enum(callMethods).optional().meta({ example: 'POST' }),
  path: z
    .string()
    .trim()
    .max(SEARCH_MAX)
    .optional()
    .meta({ description: 'Calls with this in their path', example: '/orders' }),
});
export type ListApiKeyCalls = z.infer<typeof listApiKeyCalls>;
/** One call of a key: no query, no body. */
export const apiKeyCall = z
  .object({
    at: timestamp,
    method: z.string().meta({ example: 'POST' }),
    path: z.string().meta({ example: '/api/v1/quotes' }),
    status: integer.meta({ example: 201 }),
    address: z.string().meta({ example: '203.0.113.7' }),
    unknownFields: z.array(z.string()).meta({
      description: 'Fields of the body that the call does not know, and ignored',
      example: ['items.0.colour'],
    }),
  })
  .meta({ id: 'ApiKeyCall' });
export type ApiKeyCall = z.infer<typeof apiKeyCall>;
export const apiKeyCalls = pageOf(apiKeyCall).meta({ id: 'ApiKeyCalls' });
