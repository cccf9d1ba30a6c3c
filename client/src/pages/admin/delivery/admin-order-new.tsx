import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { NewOrderScreen } from '../../../features/delivery/orders/new/new-order-screen.tsx';
import { NoAccess } from '../../../layouts/no-access.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { useAuth } from '../../../lib/api/session.tsx';

export function AdminOrderNewPage() {
  useDocumentTitle(t('New order'));
  const { user, storedAdmin } = useAuth();
  const person = user ?? storedAdmin;
  if (!person) return null;
  return can(person.role, 'orders.create') ? <NewOrderScreen /> : <NoAccess role={person.role} />;
}
