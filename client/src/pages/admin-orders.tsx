import { OrdersScreen } from '../features/orders/orders-screen.tsx';
import { useAuth } from '../lib/session.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminOrdersPage() {
  useDocumentTitle('Order Management');
  const { user, storedAdmin } = useAuth();
  const person = user ?? storedAdmin;
  if (!person) return null;
  return <OrdersScreen scope={{ role: person.role, userId: person.id }} />;
}
