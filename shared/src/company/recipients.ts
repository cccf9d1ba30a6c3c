import { z } from 'zod';
import { optionalMoney, whole } from '../base/primitives.ts';
import { CANCELLATION_HOURS_MAX, REQUEST_MINUTES_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';
import { requestKinds } from './request-kinds.ts';

// The group `recipients` of the company's settings: what customers and recipients may ask for by their link.

const KINDS_WORDS = () => t('Must be a list of {requestKinds}', { requestKinds: requestKinds.join(', ') });
const kinds = z
  .array(z.enum(requestKinds, { error: KINDS_WORDS }), { error: KINDS_WORDS })
  .max(requestKinds.length, { error: KINDS_WORDS })
  .transform((given) => requestKinds.filter((kind) => given.includes(kind)));
export const recipients = z.strictObject({
  kinds,
  confirmed: kinds,
  untilMinutes: whole(0, REQUEST_MINUTES_MAX, () =>
    t('Must be a whole number of minutes from 0 to {max}', { max: REQUEST_MINUTES_MAX }),
  ),
});
const kindsOut = z.array(z.enum(requestKinds));
export const recipientsOut = z.object({
  kinds: kindsOut.meta({ description: 'What they may ask for', example: [...requestKinds] }),
  confirmed: kindsOut.meta({ description: 'What waits for the answer of staff', example: ['window', 'cancel'] }),
  untilMinutes: z.int().meta({
    description: 'Until how many minutes before the promised window begins; 0 until the delivery',
    example: 0,
  }),
});
export const recipientsDefaults: z.infer<typeof recipientsOut> = {
  kinds: [...requestKinds],
  confirmed: ['window', 'contact', 'cancel'],
  untilMinutes: 0,
};

// The group `cancellation` of the company's settings: what it costs when a merchant cancels late.

export const cancellation = z.strictObject({
  fee: optionalMoney(message('The price must be a number of at least 0')).meta({ example: '5.00' }),
  hoursBefore: whole(0, CANCELLATION_HOURS_MAX, () =>
    t('Must be a whole number of hours from 0 to {max}', { max: CANCELLATION_HOURS_MAX }),
  ),
});
export const cancellationOut = z.object({
  fee: z.string().nullable().meta({
    description: 'What a merchant pays for cancelling late, net or with its tax as prices are; null: nothing',
    example: '5.00',
  }),
  hoursBefore: z
    .int()
    .meta({ description: 'Late is less than so many hours before the pickup window begins', example: 2 }),
});
export const cancellationDefaults: z.infer<typeof cancellationOut> = { fee: null, hoursBefore: 0 };
