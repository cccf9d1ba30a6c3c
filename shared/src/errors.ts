import { z } from 'zod';

const core = {
  error: z.string(),
  message: z.string(),
  code: z.string(),
  status: z.number().int(),
  requestId: z.string().meta({ description: 'Name it when you ask for help' }),
  issues: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        orderId: z.number().int().optional().meta({ description: 'Of a plan that is outdated' }),
      }),
    )
    .optional(),
};
/** Why one order of several was refused: the body that its own call would have. */
export const errorOfOne = z.object(core).meta({ id: 'ErrorOfOne' });
/** The one error body of every route and status; `error` and `message` are the same sentence. */
export const errorBody = z
  .object({
    ...core,
    quotedPrice: z.string().nullable().optional().meta({
      description: 'Of PRICE_CHANGES: what the order costs with the change, null without a price',
      example: '24.00',
    }),
    results: z
      .array(z.object({ index: z.number().int(), status: z.number().int(), error: errorOfOne }))
      .optional()
      .meta({ description: 'Of BATCH_REFUSED: why, for each order' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
