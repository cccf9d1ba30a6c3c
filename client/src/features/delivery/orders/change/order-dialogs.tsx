import { can } from '@quickfleet/shared/permissions';
import type { Role } from '@quickfleet/shared/roles';
import { OrderDetails } from '../details/order-details.tsx';
import type { OrderViewPatch } from '../list/order-view.ts';
import { OrderEditDialog } from './order-edit-dialog.tsx';

interface OrderDialogsProps {
  role: Role;
  view: { order?: number | undefined; edit?: number | undefined };
  onChange: (patch: Pick<OrderViewPatch, 'order' | 'edit'>, how?: 'push' | 'replace') => void;
}

export function OrderDialogs({ role, view, onChange }: OrderDialogsProps) {
  return (
    <>
      <OrderDetails
        id={view.order}
        role={role}
        onClose={() => onChange({ order: undefined })}
        onEdit={(id) => onChange({ order: undefined, edit: String(id) }, 'replace')}
      />
      {can(role, 'orders.update') && <OrderEditDialog id={view.edit} onClose={() => onChange({ edit: undefined })} />}
    </>
  );
}
