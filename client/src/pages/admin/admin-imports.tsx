import { ImportsScreen } from '../../features/operations/imports/imports-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminImportsPage() {
  useDocumentTitle('Imports');
  return <ImportsScreen />;
}
