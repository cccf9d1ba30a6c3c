import { Anchor, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import type { Mail } from '@quickfleet/shared/mailbox';
import { paths } from '@quickfleet/shared/paths';
import { formatTracking } from '@quickfleet/shared/tracking';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { MailFrame } from '../../components/mail-frame.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useKept } from '../../lib/use-kept.ts';
import { MailStatusBadge } from './mail-status.tsx';
import styles from './mailbox.module.css';
import { useResendMail } from './mailbox-mutations.ts';

const why: Record<Mail['status'], string> = {
  queued: 'It waits for the mail server and is tried again by itself.',
  kept: 'It was written while no mail server was set up.',
  sent: 'The mail server took it.',
  failed: 'The mail server refused it for good.',
};

function MailView({ mail, hasMailServer, onResent }: { mail: Mail; hasMailServer: boolean; onResent: (id: number) => void }) {
  const [form, setForm] = useState('html');
  const resend = useResendMail();
  return (
    <Stack>
      <dl className={styles.facts}>
        <dt>To</dt>
        <dd>
          {mail.recipient}
          <CopyButton value={mail.recipient} what="e-mail address" />
        </dd>
        <dt>Status</dt>
        <dd>
          <MailStatusBadge status={mail.status} />
          <Text span size="sm" c="dimmed">
            {why[mail.status]}
          </Text>
        </dd>
        {mail.lastError && mail.status !== 'sent' && (
          <>
            <dt>Last answer</dt>
            <dd className={styles.error}>{mail.lastError}</dd>
          </>
        )}
        <dt>Written</dt>
        <dd>
          <RelativeTime value={mail.createdAt} />
          {mail.sentAt && (
            <span>
              , sent <RelativeTime value={mail.sentAt} />
            </span>
          )}
        </dd>
        <dt>Trigger</dt>
        <dd className="mono">{mail.trigger}</dd>
        {(mail.orderId ?? mail.quoteId) && (
          <>
            <dt>About</dt>
            <dd>
              {mail.quoteId && (
                <Anchor component={Link} href={`${paths.adminQuotes}?quote=${mail.quoteId}`}>
                  Quote #{mail.quoteId}
                </Anchor>
              )}
              {mail.quoteId && mail.orderId && ' · '}
              {mail.orderId && (
                <Anchor component={Link} href={`${paths.adminOrders}?order=${mail.orderId}`}>
                  {mail.trackingNumber ? `Order ${formatTracking(mail.trackingNumber)}` : `Order #${mail.orderId}`}
                </Anchor>
              )}
            </dd>
          </>
        )}
      </dl>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Form of the e-mail"
          data={[
            { value: 'html', label: 'As it looks' },
            { value: 'text', label: 'As plain text' },
          ]}
          value={form}
          onChange={setForm}
        />
        <Button
          variant="default"
          leftSection={<IconSend size={18} aria-hidden />}
          loading={resend.isPending}
          aria-disabled={!hasMailServer || undefined}
          data-disabled={!hasMailServer || undefined}
          title={hasMailServer ? undefined : 'No mail server is set up (SMTP_URL)'}
          onClick={() => hasMailServer && resend.mutate({ id: mail.id }, { onSuccess: (sent) => onResent(sent.id) })}
        >
          {mail.status === 'sent' ? 'Send again' : 'Send now'}
        </Button>
      </Group>
      {form === 'html' ? <MailFrame html={mail.html} title={`E-mail: ${mail.subject}`} height={540} /> : <pre className={styles.plain}>{mail.text}</pre>}
    </Stack>
  );
}

interface MailDialogProps {
  id: number | undefined;
  hasMailServer: boolean;
  onClose: () => void;
  onResent: (id: number) => void;
}

/** One mail in a sandboxed frame, with what became of it. */
export function MailDialog({ id, hasMailServer, onClose, onResent }: MailDialogProps) {
  const shown = useKept(id);
  const mail = trpc.mailbox.get.useQuery({ id: shown ?? 0 }, { enabled: id !== undefined });
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={mail.data?.subject ?? 'E-mail'} size="lg" centered={false} yOffset="5dvh">
      {mail.isPending && <Skeleton h={680} aria-busy />}
      {mail.isError && <ErrorState title="The e-mail could not be loaded" error={mail.error} onRetry={() => void mail.refetch()} isRetrying={mail.isFetching} />}
      {mail.data && <MailView key={mail.data.id} mail={mail.data} hasMailServer={hasMailServer} onResent={onResent} />}
    </Dialog>
  );
}
