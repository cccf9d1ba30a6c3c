import { z } from 'zod';
import { day, id, rowId, text, textOrNull, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { NAME_MAX } from '../limits.ts';
import { scopes } from '../permissions.ts';

/** Unknown fields are refused: `expiresAt`, sent for `expiresOn`, would make a key that never expires. */
export const createApiKey = z.strictObject({
  name: text('Name is required', NAME_MAX).meta({ example: 'Web shop' }),
  scopes: z
    .array(z.enum(scopes))
    .min(1, { error: 'Choose at least one scope' })
    .meta({ example: ['quotes:write', 'quotes:read', 'orders:read'] }),
  expiresOn: z
    .union([z.null(), day()])
    .optional()
    .meta({ description: 'Last day the key works, in the business time zone', example: '2026-12-31' }),
});

export const apiKey = z
  .object({
    id: rowId,
    name: z.string().meta({ example: 'Web shop' }),
    prefix: z.string().meta({ description: 'The first characters, to recognise the key by', example: 'qf_3f9c2a1b' }),
    scopes: z.array(z.enum(scopes)).meta({ example: ['quotes:write'] }),
    expiresAt: timestamp.nullable().meta({ example: '2027-01-01T00:00:00.000Z' }),
    lastUsedAt: timestamp.nullable().meta({ example: example.later }),
    revokedAt: timestamp.nullable().meta({ example: null }),
    createdAt: timestamp,
    createdBy: textOrNull.meta({ example: example.staff }),
    isMakerActive: z
      .boolean()
      .meta({ description: 'false: the key is refused until its maker is an active admin again', example: true }),
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
  .extend({ revokedAt: apiKey.shape.revokedAt.meta({ example: example.later }), success: z.literal(true) })
  .meta({ id: 'RevokedApiKey' });
export const byKeyId = z.object({ id });
