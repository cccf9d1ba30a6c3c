import { t } from '@quickfleet/shared/words/t';
import { DashboardScreen } from '../../../features/operations/dashboard/dashboard-screen.tsx';
import { NewChangesCard } from '../../../features/operations/help/new-changes-card.tsx';
import { useNewChanges } from '../../../features/operations/help/use-new-changes.ts';
import { HealthNotice } from '../../../features/operations/setup/health-notice.tsx';
import { SetupCard, useSetup } from '../../../features/operations/setup/setup-card.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { useAuth } from '../../../lib/api/session.tsx';

export function AdminDashboardPage() {
  useDocumentTitle(t('Dashboard'));
  const { user } = useAuth();
  const { data, isKnown } = useSetup();
  const news = useNewChanges(user?.id);
  const notices = (
    <>
      <NewChangesCard {...news} />
      <HealthNotice health={data?.health} />
      <SetupCard data={data} />
    </>
  );
  return <DashboardScreen notices={notices} isReady={isKnown && news.isKnown} />;
}
