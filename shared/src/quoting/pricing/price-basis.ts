import { z } from 'zod';
import { optionalText, rowId, textOrNull } from '../../base/primitives.ts';
import { NAME_MAX } from '../../limits.ts';
import { message, said, t } from '../../words/t.ts';

/** What a price is made by: a customer's list, the company's rules, somebody's number, or what was agreed. */
export const priceBases = ['list', 'rules', 'typed', 'agreed'] as const;
export type PriceBasisKind = (typeof priceBases)[number];
export const priceBasisWords: Readonly<Record<PriceBasisKind, string>> = said<PriceBasisKind>({
  list: message('Price list'),
  rules: message('Price rules'),
  typed: message('Typed in'),
  agreed: message('Agreed with the customer'),
});

export const priceBasis = z
  .object({
    kind: z.enum(priceBases).meta({ example: 'list' }),
    id: rowId.nullable().meta({ description: 'Of the price list, or of the quote', example: 7 }),
    reason: textOrNull.meta({ description: 'Why the office says another price', example: null }),
  })
  .nullable()
  .meta({ id: 'PriceBasis', description: 'What the price is made by; null without one, or where nobody kept it' });
export type PriceBasis = NonNullable<z.infer<typeof priceBasis>>;

/** What the office says of a price. */
export const priceBasisIn = z
  .union(
    [
      z.null(),
      z.strictObject({
        kind: z.enum(priceBases, { error: () => t('Must be list, rules, typed or agreed') }).optional(),
        id: z.unknown().optional(),
        reason: optionalText(NAME_MAX),
      }),
    ],
    { error: () => t('Must be a kind with its reason') },
  )
  .meta({
    id: 'PriceBasisIn',
    override: { type: ['object', 'null'], anyOf: undefined },
    description:
      '`reason`: why the price is another than the list’s. `kind` `list` or `rules` without a price prices it again; `agreed` is a price that was agreed. What was read changes nothing',
    example: { reason: 'Agreed on the phone' },
  })
  .optional();
export type PriceBasisIn = NonNullable<z.infer<typeof priceBasisIn>>;
