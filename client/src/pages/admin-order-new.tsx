import { can } from '@quickfleet/shared/permissions';
import { NewOrderScreen } from '../features/orders/new/new-order-screen.tsx';
import { NoAccess } from '../layouts/no-access.tsx';
import { useAuth } from '../lib/session.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminOrderNewPage() {
  useDocumentTitle('New order');
  const { user, storedAdmin } = useAuth();
  const person = user ?? storedAdmin;
  if (!person) return null;
  return can(person.role, 'orders.create') ? <NewOrderScreen /> : <NoAccess role={person.role} />;
}
