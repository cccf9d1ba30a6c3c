import { CustomersScreen } from '../features/customers/customers-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminCustomersPage() {
  useDocumentTitle('Customers');
  return <CustomersScreen />;
}
