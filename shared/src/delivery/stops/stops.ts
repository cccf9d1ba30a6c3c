import { z } from 'zod';
import { captureIn } from '../../base/capture.ts';
import { contactOut } from '../../base/contact/stop-contact.ts';
import { day, id, integer, moment, timestamp, trackingNumberOut } from '../../base/primitives.ts';
import { stopKinds } from '../../base/time/day-rules.ts';
import { leavePlaces, requestKinds, requestStates } from '../../company/request-kinds.ts';
import { example } from '../../examples.ts';
import { IDS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { signatureForm, signedOrder, stopPhotosForm } from '../drivers/drivers.ts';
import { orderItem } from '../orders/order-leaves.ts';
import { attemptForm, pinForm, scanForm } from '../proof/attempts.ts';
import { stopNeeds, stopStates } from './stop-states.ts';

/** GET /driver/stops */
export const stopsOf = z.object({
  day: day().optional().meta({ description: 'A day where the company is; today when absent', example: example.day }),
});

const span = z.object({ from: timestamp, to: timestamp }).nullable();
/** A door: what one driver does at one place in one go, for one or several orders. */
export const driverStop = z
  .object({
    id: z.string().meta({
      description: 'Names what is done there and for which orders, as they were read',
      example: `delivery-${example.orderId}`,
    }),
    kind: z.enum(stopKinds),
    address: z.string().meta({ example: example.deliveryAddress }),
    contact: contactOut.meta({ description: 'Who is met there; the customer where the order names nobody' }),
    place: z
      .object({ lat: z.number(), lng: z.number() })
      .nullable()
      .meta({ description: 'Where earlier proofs at this address were taken; null: not known', example: null }),
    window: span.meta({ description: 'When all of its orders can be kept; null: nothing was promised' }),
    expected: span.meta({ description: 'When the driver is expected there; null: not known, and for pickups' }),
    state: z.enum(stopStates).meta({
      description: '`part`: some of its orders are done, and the rest is not; `failed`: none is done, and none is open',
    }),
    orders: z.array(
      z.object({
        orderId: integer.meta({ example: example.orderId }),
        trackingNumber: trackingNumberOut,
        parcels: integer.meta({ example: 2 }),
        items: z.array(orderItem),
        needs: z
          .array(z.object({ kind: z.enum(stopNeeds), isMet: z.boolean() }))
          .meta({ description: 'The proof that its rules ask for at this stop' }),
        wishes: z
          .array(
            z.object({
              kind: z.enum(requestKinds),
              words: z.string().meta({ example: 'Leave with a neighbour: Lee, flat 3' }),
              place: z.enum(leavePlaces).nullable().meta({
                description: 'Of `leave_at`; null in what was wished before it was kept',
                example: 'neighbour',
              }),
              state: z.enum(requestStates),
            }),
          )
          .meta({
            description: 'What customer and recipient asked for and what was not refused, of each kind the last',
          }),
      }),
    ),
  })
  .meta({ id: 'DriverStop' });
export type DriverStop = z.infer<typeof driverStop>;
export const driverStops = z
  .object({ data: z.array(driverStop), day: z.string().meta({ example: example.day }) })
  .meta({ id: 'DriverStops' });
export type DriverStops = z.infer<typeof driverStops>;

/** The path of a call about a stop. */
export const stopPath = z.object({
  id: z
    .string()
    .regex(/^(pickup|delivery)(-[1-9]\d{0,9}){1,100}$/)
    .transform((text) => {
      const [kind, ...ids] = text.split('-');
      return {
        kind: kind === 'pickup' ? ('pickup' as const) : ('delivery' as const),
        orderIds: [...new Set(ids.map(Number))],
      };
    }),
});
export type StopPath = z.infer<typeof stopPath>['id'];

const readList = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};
/** In form data as often as there are orders, or as JSON. */
const toList = (value: unknown): unknown =>
  value === undefined ? value : (Array.isArray(value) ? value : [value]).flatMap(readList);
const orderIds = z
  .preprocess(
    toList,
    z
      .array(id, { error: () => t('orderIds must be a list') })
      .min(1, { error: () => t('Name at least one order') })
      .max(IDS_MAX, { error: () => t('At most {idsMax} orders', { idsMax: IDS_MAX }) })
      .transform((ids) => [...new Set(ids)])
      .optional(),
  )
  .meta({
    override: { type: 'array', items: { type: 'integer' } },
    description: 'Orders of the stop; all open ones when absent. In form data repeated',
    example: [example.orderId],
  });

export const stopPhotos = z.object({ ...stopPhotosForm.omit({ stop: true }).shape, orderIds });
export const stopSignature = z.object({
  ...signatureForm.omit({ quoteId: true, orderId: true, kind: true }).shape,
  orderIds,
});
export const stopAttempt = z.object({
  ...attemptForm.omit({ stop: true, overrideReason: true, notify: true }).shape,
  orderIds,
});
const { orderId: _order, stop: _stop, ...scanned } = scanForm.shape;
export const stopScan = z.object({ ...scanned, orderIds });
export const stopPin = z.object({ pin: pinForm.shape.pin, ...captureIn, orderIds });
export const stopArrival = z.object({
  at: moment
    .optional()
    .meta({ description: 'By the phone’s clock; now when absent', example: `${example.day}T09:41:00Z` }),
  orderIds,
});

/** What became of each order of a call, as the call of one order answers it. */
export const stopAnswer = z.object({ data: z.array(signedOrder) }).meta({ id: 'StopAnswer' });
export const scannedStop = z
  .object({
    data: z.array(signedOrder),
    alreadyScanned: z
      .boolean()
      .meta({ description: 'This parcel was scanned before, and counts once', example: false }),
  })
  .meta({ id: 'ScannedStop' });
