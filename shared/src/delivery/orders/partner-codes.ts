import { z } from 'zod';
import { cleanMessage, integer, isCleanText, whole } from '../../base/primitives.ts';
import { partnerCodeKinds } from '../../base/scan/partner-code.ts';
import { PARCELS_MAX, PARTNER_CODE_MAX, PARTNER_CODES_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';

const example = '340123450000000017';
const CODE_WORDS = () => t('A partner code needs 1 to {max} characters', { max: PARTNER_CODE_MAX });
/** FNC1, which scanners send as character 29, is part of a code. */
const withoutFnc1 = (text: string) => text.replaceAll('\u001d', '');
const code = z
  .string({ error: CODE_WORDS })
  .max(PARTNER_CODE_MAX, { error: CODE_WORDS })
  .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: CODE_WORDS })
  .refine((text) => isCleanText(withoutFnc1(text)), cleanMessage)
  .meta({ example, minLength: 1 });
const kind = z.enum(partnerCodeKinds, { error: () => t('kind must be sscc, gs1, s10 or other') });
const parcel = z.union([z.null(), whole(1, PARCELS_MAX, message('parcel must be the number of a parcel'))]);

export const partnerCodeIn = z.object({
  code,
  kind: kind.optional().meta({ description: 'Absent: read from the code', example: 'sscc' }),
  parcel: parcel.optional().meta({ description: 'The number of its parcel; null: not known', example: 1 }),
});
export type PartnerCodeIn = z.infer<typeof partnerCodeIn>;
export const atMostCodes = { error: () => t('At most {max} partner codes', { max: PARTNER_CODES_MAX }) };
/** In requests: what is sent replaces what is there. */
export const partnerCodesIn = z
  .array(z.union([code, partnerCodeIn]))
  .max(PARTNER_CODES_MAX, atMostCodes)
  .optional()
  .meta({
    description:
      'What other companies print on the parcels: SSCC-18, GS1 element strings (with brackets, or character 29 for FNC1), UPU S10 or any other code. A text alone is a code. What is sent replaces what is there',
    example: [{ code: example, kind: 'sscc', parcel: 1 }],
  });
export type PartnerCodesIn = z.infer<typeof partnerCodesIn>;

export const partnerCodesOut = z
  .array(
    z.object({
      code: z.string().meta({ description: 'In one spelling, whatever was sent', example }),
      kind: z.enum(partnerCodeKinds).meta({ example: 'sscc' }),
      parcel: integer.nullable().meta({ description: 'The parcel that it is on; null: not known', example: 1 }),
    }),
  )
  .meta({ description: 'What other companies print on the parcels' });
