import { z } from 'zod';
import { textOrNull } from '../base/primitives.ts';

/** One variable of the environment as an admin may read it: a secret only says whether it is set. */
export const setting = z
  .object({
    name: z.string().meta({ example: 'PORT' }),
    description: z.string().meta({ example: 'Port of the web server' }),
    value: textOrNull.meta({ description: 'null for a secret, and for what is not set', example: '3000' }),
    state: z.enum(['set', 'default', 'unset']),
    isSecret: z.boolean().meta({ example: false }),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof setting>;
export const settings = z.object({ data: z.array(setting) });
