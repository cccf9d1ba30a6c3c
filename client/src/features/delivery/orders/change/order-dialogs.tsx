import { can } from '@quickfleet/shared/permissions';
import type { Role } from '@quickfleet/shared/roles';
import { Neighbours } from '../../../../components/lists/neighbours.tsx';
import { OrderDetails } from '../details/order-details.tsx';
import { OrderEditDialog } from './order-edit-dialog.tsx';

interface OrderDialogsProps {
  role: Role;
  view: { order?: number | undefined; edit?: number | undefined };
  open: (dialog: 'order' | 'edit', id: number, replaces?: 'order') => void;
  close: (dialog: 'order' | 'edit') => void;
  /** Of the list behind it: the details lead to the next one. */
  ids?: readonly number[];
}

export function OrderDialogs({ role, view, open, close, ids }: OrderDialogsProps) {
  return (
    <>
      <OrderDetails
        id={view.order}
        role={role}
        onClose={() => close('order')}
        onEdit={(id) => open('edit', id, 'order')}
        neighbours={<Neighbours ids={ids} id={view.order} onGo={(id) => open('order', id)} />}
      />
      {can(role, 'orders.update') && <OrderEditDialog id={view.edit} onClose={() => close('edit')} />}
    </>
  );
}
