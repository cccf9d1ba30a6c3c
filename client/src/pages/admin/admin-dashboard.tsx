import { DashboardScreen } from '../../features/operations/dashboard/dashboard-screen.tsx';
import { SetupCard, useSetup } from '../../features/operations/setup/setup-card.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminDashboardPage() {
  useDocumentTitle('Dashboard');
  const { data, isKnown } = useSetup();
  return <DashboardScreen notices={<SetupCard data={data} />} isReady={isKnown} />;
}
