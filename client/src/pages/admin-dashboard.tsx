import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminDashboardPage() {
  useDocumentTitle('Dashboard');
  return <DashboardScreen />;
}
