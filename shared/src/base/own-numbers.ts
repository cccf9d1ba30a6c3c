import { z } from 'zod';
import { EXTERNAL_ID_MAX, METADATA_KEY_MAX, METADATA_KEYS_MAX, METADATA_VALUE_MAX } from '../limits.ts';
import { t } from '../words/t.ts';
import { cleanMessage, isCleanText, text, textOrNull } from './primitives.ts';

// What other programs know a quote, an order or a customer by.

const EXTERNAL_ID_WORDS = () =>
  t('externalId needs 1 to {externalIdMax} characters', { externalIdMax: EXTERNAL_ID_MAX });
const METADATA_WORDS = () =>
  t(
    'metadata has up to {metadataKeysMax} names of {metadataKeyMax} characters, each with a text of up to {metadataValueMax}',
    { metadataKeysMax: METADATA_KEYS_MAX, metadataKeyMax: METADATA_KEY_MAX, metadataValueMax: METADATA_VALUE_MAX },
  );

const externalIdExample = { example: 'SHOP-4711' };
const metadataExample = { example: { store: 'Springfield' } };
export const externalId = text(EXTERNAL_ID_WORDS, EXTERNAL_ID_MAX).meta(externalIdExample);

const short = (max: number) => z.string({ error: METADATA_WORDS }).max(max, { error: METADATA_WORDS });
const metadata = z
  .record(
    short(METADATA_KEY_MAX).min(1, { error: METADATA_WORDS }).refine(isCleanText, cleanMessage),
    short(METADATA_VALUE_MAX).refine(isCleanText, cleanMessage),
    { error: METADATA_WORDS },
  )
  .refine((given) => Object.keys(given).length <= METADATA_KEYS_MAX, { error: METADATA_WORDS });

/** Of whatever is made or changed by a program: absent stays as it is, null takes it away. */
export const ownNumbersIn = {
  externalId: z
    .union([z.null(), externalId], { error: EXTERNAL_ID_WORDS })
    .optional()
    .meta({
      override: { type: ['string', 'null'], minLength: 1, maxLength: EXTERNAL_ID_MAX, anyOf: undefined },
      description: 'Your own number for it; no other of its kind may have it',
      ...externalIdExample,
    }),
  metadata: metadata
    .optional()
    .meta({ description: 'Your own facts about it; what is sent replaces what is there', ...metadataExample }),
};
export const ownNumbersOut = {
  externalId: textOrNull.meta({ description: 'The number that another program knows it by', ...externalIdExample }),
  metadata: z.record(z.string(), z.string()).meta({ description: 'What another program noted', ...metadataExample }),
};
export interface OwnNumbers {
  externalId?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
}
/** The filter of a list. */
export const byExternalId = externalId.meta({ description: 'Exactly this number of another program' }).optional();
