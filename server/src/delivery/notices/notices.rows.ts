import { c, type Row, readRows, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { mailboxIn } from '../../messages/outbox/email.entity.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Order } from '../orders/order.entity.ts';
import type { Told } from './told.ts';

/** Whose one mail a notice becomes a part of: a driver, or a customer's mailbox, by its hash. */
export const readerOfDriver = (driverId: number): string => `driver ${driverId}`;
export const readerOfOrder = ({ id, customerEmail }: Pick<Order, 'id' | 'customerEmail'>): string =>
  customerEmail ? `customer ${sha256(mailboxIn(customerEmail)).slice(0, 32)}` : `order ${id}`;

const columns = select({
  id: c.int('n.id'),
  kind: c.oneOf(['customer', 'driver'], 'n.kind'),
  heldFor: c.text('n.held_for'),
  orderId: c.int('n.order_id'),
  driverId: c.int('n.driver_id').nullable(),
  told: c.stored<Told>('n.told'),
  dueAt: c.date('n.due_at'),
  capAt: c.date('n.cap_at'),
});
export type Notice = Row<typeof columns>;

/** The notices of some readers, each in the order in which they began. */
export const findNotices = ({ em }: Pick<AppContext, 'em'>, readers: readonly string[]): Promise<Notice[]> =>
  readRows(em, columns, 'select $columns from held_notices n where n.held_for = any(?) order by n.id', [readers]);
export const findNoticesOfOrder = ({ em }: Pick<AppContext, 'em'>, orderId: number): Promise<Notice[]> =>
  readRows(em, columns, 'select $columns from held_notices n where n.order_id = ? order by n.id', [orderId]);

export interface Touch {
  kind: 'customer' | 'driver';
  orderId: number;
  driverId: number | null;
  told: Told;
  dueAt: Date;
  capAt: Date;
}
/**
 * Begins a notice, or has the present one wait for longer. What was sent before the first change stays; a cap never
 * moves back.
 */
export async function writeTouch(
  { em }: Pick<AppContext, 'em'>,
  { kind, orderId, driverId, told, dueAt, capAt }: Touch,
  reader: string,
  now: Date,
): Promise<void> {
  const target =
    kind === 'driver' ? `(driver_id, order_id) where kind = 'driver'` : `(order_id) where kind = 'customer'`;
  await run(
    em,
    `insert into held_notices as n (kind, held_for, order_id, driver_id, told, due_at, cap_at, created_at) values (?, ?, ?, ?, ?::jsonb, ?, ?, ?)
     on conflict ${target} do update set held_for = excluded.held_for, due_at = excluded.due_at, cap_at = least(n.cap_at, excluded.cap_at),
       told = n.told || jsonb_build_object('extras', (n.told->'extras') || (excluded.told->'extras'))`,
    [kind, reader, orderId, driverId, JSON.stringify(told), dueAt, capAt, now],
  );
}

/** When a reader's notices leave: with the last change, but never after the first cap. */
export const leavesAt = (notices: readonly Pick<Notice, 'dueAt' | 'capAt'>[]): Date =>
  new Date(
    Math.min(Math.max(...notices.map(({ dueAt }) => dueAt.getTime())), ...notices.map(({ capAt }) => capAt.getTime())),
  );

const due = select({ heldFor: c.text('held_for') });
/** The readers with notices that are due. */
export const findDue = async ({ em }: Pick<AppContext, 'em'>, now: Date): Promise<string[]> =>
  (
    await readRows(
      em,
      due,
      'select $columns from held_notices group by held_for having least(max(due_at), min(cap_at)) <= ? order by held_for',
      [now],
    )
  ).map(({ heldFor }) => heldFor);
