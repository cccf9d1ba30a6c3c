import { z } from 'zod';
import { description, pieces, quantity, text, toImageList } from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { NAME_MAX, QUANTITY_DEFAULT } from '../../limits.ts';
import { message } from '../../words/t.ts';

/** Non-numeric or missing quantities of the portal become 1. */
const numberOrOne = (value: unknown): unknown =>
  typeof value === 'string' && (value.trim() === '' || Number.isNaN(Number(value))) ? 1 : value;
const portalQuantity = z.preprocess(numberOrOne, quantity).meta({ override: { default: QUANTITY_DEFAULT } });
const changedQuantity = z.preprocess(
  (value) => (value === undefined ? undefined : numberOrOne(value)),
  pieces.optional(),
);

const itemName = text(message('Item name is required'), NAME_MAX).meta({ example: example.item });
export const addItemForm = z.object({
  name: itemName,
  description,
  quantity: portalQuantity,
});
export const editItemForm = z.object({
  name: itemName.optional(),
  description,
  quantity: changedQuantity,
  removeImageUrls: z
    .preprocess(toImageList, z.array(z.string().max(2048)).max(100))
    .optional()
    .meta({
      override: { type: 'string', items: undefined, maxItems: undefined },
      description: 'JSON list of addresses to take off, of those that this item shows',
      example: JSON.stringify([example.photo]),
    }),
});
