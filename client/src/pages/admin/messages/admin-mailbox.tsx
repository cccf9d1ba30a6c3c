import { t } from '@quickfleet/shared/words/t';
import { MailboxScreen } from '../../../features/messages/mailbox/mailbox-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminMailboxPage() {
  useDocumentTitle(t('Mailbox'));
  return <MailboxScreen />;
}
