import { t } from '@quickfleet/shared/words/t';
import { OrdersScreen } from '../../../features/delivery/orders/list/orders-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { useAuth } from '../../../lib/api/session.tsx';

export function AdminOrdersPage() {
  useDocumentTitle(t('Order Management'));
  const { user, storedAdmin } = useAuth();
  const person = user ?? storedAdmin;
  if (!person) return null;
  return <OrdersScreen scope={{ role: person.role, userId: person.id }} />;
}
