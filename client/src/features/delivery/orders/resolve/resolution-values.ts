import { type ResolutionKind, resolutionKinds } from '@quickfleet/shared/company/failure-words';
import { isBeforePickup } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { findWindowFaults } from '@quickfleet/shared/quoting/window-rules';
import { z } from 'zod';
import {
  noDraft,
  typedWindow,
  type WindowDraft,
  type WindowName,
  windowOfDraft,
} from '../../../../components/window-field/window-draft.ts';

export const KEEP_DRIVER = 'keep';
export const NO_DRIVER = '';

/** The office's decision while it is typed. Only the next stop's window is filled. */
export type ResolutionDraft = Record<WindowName, WindowDraft> & {
  kind: ResolutionKind;
  driver: string;
  note: string;
};
export const newResolution: ResolutionDraft = {
  kind: 'retry',
  pickupWindow: noDraft,
  deliveryWindow: noDraft,
  driver: KEEP_DRIVER,
  note: '',
};

export const windowNameOf = (order: Pick<Order, 'status'>): WindowName =>
  isBeforePickup(order.status) ? 'pickupWindow' : 'deliveryWindow';

const draft = z.object({ day: z.string(), from: z.string(), to: z.string(), days: z.number() });
const whole = typedWindow({ needsTimes: true });
/** A half-filled window is an error at its field; fields that the choice does not use are ignored. */
export const resolutionCheck = z
  .object({
    kind: z.enum(resolutionKinds),
    pickupWindow: draft,
    deliveryWindow: draft,
    driver: z.string(),
    note: z.string().max(NAME_MAX, { error: `At most ${NAME_MAX} characters` }),
  })
  .superRefine((values, ctx) => {
    if (values.kind === 'cancel') return;
    for (const name of ['pickupWindow', 'deliveryWindow'] as const)
      for (const { message, path } of whole.safeParse(values[name]).error?.issues ?? [])
        ctx.addIssue({ code: 'custom', message, path: [name, ...path] });
    const windows = {
      pickupWindow: windowOfDraft(values.pickupWindow),
      deliveryWindow: windowOfDraft(values.deliveryWindow),
    };
    for (const { message, path } of findWindowFaults(windows, new Date()))
      ctx.addIssue({ code: 'custom', message, path: path.split('.') });
  });

/** What goes to the server. */
export function toResolution(order: Pick<Order, 'id' | 'status'>, { kind, driver, note, ...windows }: ResolutionDraft) {
  const name = windowNameOf(order);
  const window = windowOfDraft(windows[name]);
  return {
    id: order.id,
    kind,
    ...(window && kind !== 'cancel' ? { [name]: window } : {}),
    ...(kind === 'retry' && driver !== KEEP_DRIVER ? { driverId: driver === NO_DRIVER ? null : Number(driver) } : {}),
    ...(note.trim() ? { note: note.trim() } : {}),
  };
}
