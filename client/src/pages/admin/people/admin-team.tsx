import { t } from '@quickfleet/shared/words/t';
import { TeamScreen } from '../../../features/people/team/team-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminTeamPage() {
  useDocumentTitle(t('Team'));
  return <TeamScreen />;
}
