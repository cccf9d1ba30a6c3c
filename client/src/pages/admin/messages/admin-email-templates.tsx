import { t } from '@quickfleet/shared/words/t';
import { TemplatesScreen } from '../../../features/messages/templates/templates-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminEmailTemplatesPage() {
  useDocumentTitle(t('Email Templates'));
  return <TemplatesScreen />;
}
