import { t } from '@quickfleet/shared/words/t';
import { RecurringScreen } from '../../../features/delivery/recurring/recurring-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminRecurringPage() {
  useDocumentTitle(t('Recurring jobs'));
  return <RecurringScreen />;
}
