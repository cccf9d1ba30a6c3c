import { Group, Text, UnstyledButton } from '@mantine/core';
import type { MailRow } from '@quickfleet/shared/messages/mailbox';
import list from '../../../components/lists/list.module.css';
import { Marked } from '../../../components/lists/marked.tsx';
import { MailStatusBadge, SmsBadge } from '../../../components/subject/mail-status.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import styles from './mailbox.module.css';

/** One line a mail, as a mail program shows them; the subject opens it. */
export function MailList({ mails, onOpen }: { mails: readonly MailRow[]; onOpen: (id: number) => void }) {
  return (
    <ul>
      {mails.map(({ id, kind, subject, recipient, status, trigger, createdAt, lastError }) => (
        <li key={id} className={`${list.row} ${styles.mail}`}>
          <div className={styles.who}>
            <Text size="sm" fw={500} truncate title={recipient}>
              <Marked>{recipient}</Marked>
            </Text>
            <Text size="xs" c="dimmed" className="mono" truncate>
              {trigger}
            </Text>
          </div>
          <div className={styles.what}>
            <UnstyledButton
              dir="auto"
              className={list.open}
              style={{ overflowWrap: 'anywhere' }}
              onClick={() => onOpen(id)}
              aria-haspopup="dialog"
              data-row-open
            >
              <Marked>{subject}</Marked>
            </UnstyledButton>
            {lastError && status !== 'sent' && (
              <Text size="xs" c="var(--mantine-color-error)" lineClamp={1}>
                {lastError}
              </Text>
            )}
          </div>
          <Group gap="sm" wrap="nowrap" justify="flex-end" className={styles.when}>
            <SmsBadge kind={kind} />
            <MailStatusBadge status={status} />
            <Text size="sm" c="dimmed" component="span" ta="right" miw={110}>
              <RelativeTime value={createdAt} />
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}
