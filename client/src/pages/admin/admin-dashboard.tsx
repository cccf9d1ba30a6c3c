import { DashboardScreen } from '../../features/operations/dashboard/dashboard-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminDashboardPage() {
  useDocumentTitle('Dashboard');
  return <DashboardScreen />;
}
