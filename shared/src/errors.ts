import { z } from 'zod';

/** The one error body of every route and status; `error` and `message` are the same sentence. */
export const errorBody = z
  .object({
    error: z.string(),
    message: z.string(),
    code: z.string(),
    status: z.number().int(),
    requestId: z.string().meta({ description: 'Name it when you ask for help' }),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
