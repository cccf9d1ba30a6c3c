import { z } from 'zod';
import { count, id, timestamp } from '../base/primitives.ts';

/** A job that was running each time when the server ended, and is kept from running until somebody tries it again. */
export const setAsideJob = z
  .object({
    id,
    subject: z.string().meta({ description: 'Which job it is', example: 'send_email mail 12' }),
    ends: count.meta({ description: 'How often the server ended while it was at it', example: 3 }),
    setAsideAt: timestamp,
  })
  .meta({ id: 'SetAsideJob' });
export type SetAsideJob = z.infer<typeof setAsideJob>;
export const setAsideJobs = z.object({ jobs: z.array(setAsideJob) });
