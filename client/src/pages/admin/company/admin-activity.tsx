import { t } from '@quickfleet/shared/words/t';
import { ActivityScreen } from '../../../features/company/activity/activity-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminActivityPage() {
  useDocumentTitle(t('Activity'));
  return <ActivityScreen />;
}
