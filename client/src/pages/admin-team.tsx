import { TeamScreen } from '../features/team/team-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminTeamPage() {
  useDocumentTitle('Team');
  return <TeamScreen />;
}
