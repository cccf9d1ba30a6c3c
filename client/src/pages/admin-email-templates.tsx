import { TemplatesScreen } from '../features/templates/templates-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminEmailTemplatesPage() {
  useDocumentTitle('Email Templates');
  return <TemplatesScreen />;
}
