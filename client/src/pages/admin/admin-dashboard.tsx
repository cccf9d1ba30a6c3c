import { DashboardScreen } from '../../features/operations/dashboard/dashboard-screen.tsx';
import { SetupCard } from '../../features/operations/setup/setup-card.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminDashboardPage() {
  useDocumentTitle('Dashboard');
  return <DashboardScreen notices={<SetupCard />} />;
}
