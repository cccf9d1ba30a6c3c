import { t } from '@quickfleet/shared/words/t';
import { InvoicesScreen } from '../../../features/delivery/invoices/invoices-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminInvoicesPage() {
  useDocumentTitle(t('Invoices'));
  return <InvoicesScreen />;
}
