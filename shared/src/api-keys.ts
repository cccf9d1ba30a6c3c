import { z } from 'zod';
import { NAME_MAX } from './limits.ts';
import { scopes } from './permissions.ts';
import { day, id, text, timestamp } from './primitives.ts';

export const createApiKey = z.object({
  name: text('Name is required', NAME_MAX),
  scopes: z.array(z.enum(scopes)).min(1, { error: 'Choose at least one scope' }),
  /** Last day the key works, in the business time zone. */
  expiresOn: z.union([z.null(), day()]).optional(),
});

export const apiKey = z
  .object({
    id: z.number().int(),
    name: z.string(),
    /** The first characters, enough to recognise the key by. */
    prefix: z.string(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    createdAt: timestamp,
    createdBy: z.string().nullable(),
    /** false: the key is refused until its maker is an active admin again. */
    isMakerActive: z.boolean(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;
/** The only answer that ever holds the key itself. */
export const createdApiKey = apiKey.extend({ key: z.string() }).meta({ id: 'CreatedApiKey' });
export const revokedApiKey = apiKey.extend({ success: z.literal(true) }).meta({ id: 'RevokedApiKey' });
export const byKeyId = z.object({ id });
