import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import type { Role } from '@quickfleet/shared/roles';
import type { Driver } from './use-orders.ts';

/** What a row of the shared order table can be asked to do; the role decides which of it is offered. */
export interface OrderRowActions {
  onView: (order: OrderRow) => void;
  onEdit: (order: OrderRow) => void;
  onDelete: (order: OrderRow) => void;
  onAssign: (order: OrderRow, driver: Driver) => void;
  onReassign: (order: OrderRow) => void;
  onStart: (order: OrderRow) => void;
  onComplete: (order: OrderRow) => void;
}

export interface OrderListProps extends OrderRowActions {
  role: Role;
  orders: readonly OrderRow[];
  drivers: readonly Driver[];
  /** The order with a status change in progress. */
  pendingId: number | undefined;
  selected: ReadonlySet<number>;
  /** `isRange`: with Shift held, everything between this and the last one. */
  onSelect: (order: OrderRow, isRange: boolean) => void;
  onSelectAll: () => void;
  /** Rows of one line. */
  isCompact: boolean;
}
