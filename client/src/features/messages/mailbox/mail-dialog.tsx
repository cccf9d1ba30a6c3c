import { Anchor, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import type { Mail } from '@quickfleet/shared/messages/mailbox';
import { paths } from '@quickfleet/shared/paths';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConfirm } from '../../../components/feedback/confirm.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { MailFrame } from '../../../components/subject/mail-frame.tsx';
import { MailStatusBadge } from '../../../components/subject/mail-status.tsx';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { FactList } from '../../../components/text/fact-list.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { usePrevious } from '../../../lib/forms/use-previous.ts';
import { formatDateTime } from '../../../lib/words/format.ts';
import styles from './mailbox.module.css';
import { useResendMail } from './mailbox-mutations.ts';

const tried = (tries: number) => (tries === 0 ? 'Not tried yet' : `Tried ${tries === 1 ? 'once' : `${tries} times`}`);
/** The mail's status, no more than is known: a mail server that took it may still fail to deliver it. */
const fateOf: Record<Mail['status'], (mail: Mail) => string> = {
  queued: ({ tries }) => `${tried(tries)}; it waits for the mail server, and we retry automatically.`,
  kept: () => 'No mail server was set up, so it was not sent.',
  sent: () => 'The mail server accepted it.',
  failed: ({ tries }) => `${tried(tries)}; it is not retried automatically.`,
};
/** What the button does, or why it does nothing. */
function aboutSending({ status, recipient }: Mail, hasMailServer: boolean): string {
  if (!hasMailServer) return 'It cannot be sent: no mail server is set up (SMTP_URL).';
  if (status === 'sent') return `Sends a second e-mail to ${recipient}.`;
  return status === 'queued'
    ? 'Sends it now instead of waiting for the next try.'
    : `Goes to ${recipient} as it is shown here.`;
}

function MailView({
  mail,
  hasMailServer,
  onResent,
}: {
  mail: Mail;
  hasMailServer: boolean;
  onResent: (id: number) => void;
}) {
  const [form, setForm] = useState('html');
  const resend = useResendMail();
  const { confirm, confirmDialog } = useConfirm();
  const send = async () => {
    if (!hasMailServer) return;
    const isSure =
      mail.status !== 'sent' ||
      (await confirm({
        title: 'Send it a second time?',
        text: `${mail.recipient} was sent this e-mail on ${formatDateTime(mail.sentAt ?? mail.createdAt)}. A second one is written and sent.`,
        action: 'Send again',
        isDanger: false,
      }));
    if (isSure) resend.mutate({ id: mail.id }, { onSuccess: (sent) => onResent(sent.id) });
  };
  return (
    <Stack>
      <FactList>
        <dt>To</dt>
        <dd>
          {mail.recipient}
          <CopyButton value={mail.recipient} what="e-mail address" />
        </dd>
        <dt>Status</dt>
        <dd>
          <MailStatusBadge status={mail.status} />
          <Text span size="sm" c="dimmed">
            {fateOf[mail.status](mail)}
          </Text>
        </dd>
        {mail.lastError && mail.status !== 'sent' && (
          <>
            <dt>Last answer</dt>
            <Text component="dd" inherit c="var(--mantine-color-error)">
              {mail.lastError}
            </Text>
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
      </FactList>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Form of the e-mail"
          data={[
            { value: 'html', label: 'Formatted' },
            { value: 'text', label: 'Plain text' },
          ]}
          value={form}
          onChange={setForm}
        />
        <Group gap="sm" flex="1 1 320px" justify="flex-end">
          <Text size="sm" c="dimmed" id={`sending-${mail.id}`} flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
            {aboutSending(mail, hasMailServer)}
          </Text>
          <Button
            variant="default"
            leftSection={<IconSend size={18} aria-hidden />}
            loading={resend.isPending}
            aria-disabled={!hasMailServer || undefined}
            data-disabled={!hasMailServer || undefined}
            aria-describedby={`sending-${mail.id}`}
            onClick={() => void send()}
          >
            {mail.status === 'sent' ? 'Send again' : 'Send now'}
          </Button>
        </Group>
      </Group>
      {form === 'html' ? (
        <MailFrame html={mail.html} title={`E-mail: ${mail.subject}`} height={540} />
      ) : (
        <pre className={styles.plain}>{mail.text}</pre>
      )}
      {confirmDialog}
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
  const shown = usePrevious(id);
  // Its changes were missed while it was closed.
  const mail = trpc.mailbox.get.useQuery({ id: shown ?? 0 }, { enabled: id !== undefined, staleTime: 0 });
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={mail.data?.subject ?? 'E-mail'}
      size="lg"
      centered={false}
      yOffset="5dvh"
    >
      {mail.isPending && <Skeleton h={680} aria-busy />}
      {mail.isError && (
        <ErrorState
          title="The e-mail could not be loaded"
          error={mail.error}
          onRetry={() => void mail.refetch()}
          isRetrying={mail.isFetching}
        />
      )}
      {mail.data && <MailView key={mail.data.id} mail={mail.data} hasMailServer={hasMailServer} onResent={onResent} />}
    </Dialog>
  );
}
