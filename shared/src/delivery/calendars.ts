import { z } from 'zod';
import { id, integer, rowId, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { t } from '../words/t.ts';

/** A feed is of a driver or of a customer. */
export const createCalendar = z
  .object({
    driverId: id.meta({ description: 'The stops of a driver', example: example.driverId }).optional(),
    customerId: id
      .meta({
        description: 'The deliveries of a customer; of a merchant’s key, its own',
        example: example.customerId,
      })
      .optional(),
  })
  .refine(({ driverId, customerId }) => (driverId === undefined) !== (customerId === undefined), {
    path: ['customerId'],
    error: () => t('Say whose calendar it is: a driver’s or a customer’s'),
  })
  .meta({ example: { customerId: example.customerId } });
export type CreateCalendar = z.infer<typeof createCalendar>;

export const calendar = z
  .object({
    id: rowId,
    driverId: integer.nullable().meta({ example: null }),
    customerId: integer.nullable().meta({ example: example.customerId }),
    url: z.string().meta({
      description: 'To subscribe to; whoever has it reads the calendar',
      example: 'https://fleet.example/calendar/3q2-7w….ics',
    }),
    createdAt: timestamp,
  })
  .meta({ id: 'Calendar' });
export type Calendar = z.infer<typeof calendar>;
export const calendarList = z.object({ data: z.array(calendar) });

/** Of `/calendar/{token}.ics`. */
export const byCalendarToken = z.object({ token: z.string().max(100).meta({ description: 'From its address' }) });
