import { RecurringScreen } from '../features/recurring/recurring-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminRecurringPage() {
  useDocumentTitle('Recurring jobs');
  return <RecurringScreen />;
}
