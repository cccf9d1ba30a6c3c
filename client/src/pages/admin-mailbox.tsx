import { MailboxScreen } from '../features/mailbox/mailbox-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminMailboxPage() {
  useDocumentTitle('Mailbox');
  return <MailboxScreen />;
}
