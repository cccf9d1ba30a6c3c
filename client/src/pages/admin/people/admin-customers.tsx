import { t } from '@quickfleet/shared/words/t';
import { CustomersScreen } from '../../../features/people/customers/customers-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminCustomersPage() {
  useDocumentTitle(t('Customers'));
  return <CustomersScreen />;
}
