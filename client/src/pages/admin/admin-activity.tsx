import { ActivityScreen } from '../../features/company/activity/activity-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminActivityPage() {
  useDocumentTitle('Activity');
  return <ActivityScreen />;
}
