import { t } from '@quickfleet/shared/words/t';
import { AssignHere } from '../../features/delivery/orders/change/assign-here.tsx';
import { QuotesScreen } from '../../features/quoting/quotes/list/quotes-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminQuotesPage() {
  useDocumentTitle(t('Quote Management'));
  return <QuotesScreen assign={(order) => <AssignHere order={order} />} />;
}
