import { z } from 'zod';
import { count } from '../base/primitives.ts';
import { setupSteps } from '../company/own-settings.ts';
import { SAMPLE_DOMAIN } from '../company/samples.ts';

/** How far the first run has come. */
export const setup = z
  .object({
    isNew: z.boolean().meta({
      description: 'Nobody has saved a setting, asked for a quote or joined the team: the first run is still to come',
    }),
    isDismissed: z.boolean().meta({ description: 'The dashboard shows its checklist no longer' }),
    steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
    samples: z
      .object({ customers: count, quotes: count, orders: count })
      .meta({ description: `What is there of customers at ${SAMPLE_DOMAIN}` }),
  })
  .meta({ id: 'Setup' });
export type Setup = z.infer<typeof setup>;
