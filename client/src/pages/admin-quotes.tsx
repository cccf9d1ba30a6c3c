import { AssignHere } from '../features/orders/assign-here.tsx';
import { QuotesScreen } from '../features/quotes/quotes-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminQuotesPage() {
  useDocumentTitle('Quote Management');
  return <QuotesScreen assign={(order) => <AssignHere order={order} />} />;
}
