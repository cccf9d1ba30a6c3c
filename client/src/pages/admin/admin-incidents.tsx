import { IncidentsScreen } from '../../features/delivery/incidents/incidents-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminIncidentsPage() {
  useDocumentTitle('Claims');
  return <IncidentsScreen />;
}
