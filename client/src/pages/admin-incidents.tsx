import { IncidentsScreen } from '../features/incidents/incidents-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminIncidentsPage() {
  useDocumentTitle('Claims');
  return <IncidentsScreen />;
}
