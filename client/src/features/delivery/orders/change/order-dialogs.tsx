import { can } from '@quickfleet/shared/permissions';
import type { Role } from '@quickfleet/shared/roles';
import { OrderDetails } from '../details/order-details.tsx';
import { OrderEditDialog } from './order-edit-dialog.tsx';

interface OrderDialogsProps {
  role: Role;
  view: { order?: number | undefined; edit?: number | undefined };
  open: (dialog: 'edit', id: number, replaces: 'order') => void;
  close: (dialog: 'order' | 'edit') => void;
}

export function OrderDialogs({ role, view, open, close }: OrderDialogsProps) {
  return (
    <>
      <OrderDetails
        id={view.order}
        role={role}
        onClose={() => close('order')}
        onEdit={(id) => open('edit', id, 'order')}
      />
      {can(role, 'orders.update') && <OrderEditDialog id={view.edit} onClose={() => close('edit')} />}
    </>
  );
}
