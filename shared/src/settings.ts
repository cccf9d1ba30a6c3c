import { z } from 'zod';

/** One variable of the environment as an admin may read it: a secret only says whether it is set. */
export const setting = z
  .object({
    name: z.string(),
    description: z.string(),
    /** null for a secret, and for what is not set. */
    value: z.string().nullable(),
    state: z.enum(['set', 'default', 'unset']),
    isSecret: z.boolean(),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof setting>;
export const settings = z.object({ data: z.array(setting) });
