import { t } from '@quickfleet/shared/words/t';
import { IncidentsScreen } from '../../../features/delivery/incidents/incidents-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminIncidentsPage() {
  useDocumentTitle(t('Claims'));
  return <IncidentsScreen />;
}
