import { z } from 'zod';
import { count, timestamp } from '../base/primitives.ts';
import { setupSteps } from '../company/own-settings.ts';
import { SAMPLE_DOMAIN } from '../company/samples.ts';
import { healthCheck } from './doctor.ts';

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
    health: z
      .object({ checkedAt: timestamp, findings: z.array(healthCheck) })
      .nullable()
      .meta({ description: 'What the server found when it last checked itself, failures first; null before that' }),
  })
  .meta({ id: 'Setup' });
export type Setup = z.infer<typeof setup>;
