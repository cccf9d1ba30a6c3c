import { Anchor, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Channels, Mail } from '@quickfleet/shared/messages/mailbox';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { MailFrame } from '../../../components/subject/mail-frame.tsx';
import { MailStatusBadge, SmsBadge } from '../../../components/subject/mail-status.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { FactList } from '../../../components/text/fact-list.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { usePrevious } from '../../../lib/forms/use-previous.ts';
import { formatDateTime } from '../../../lib/words/format.ts';
import { rich } from '../../../lib/words/rich.tsx';
import styles from './mailbox.module.css';
import { useResendMail } from './mailbox-mutations.ts';

const tried = (tries: number) =>
  tries === 0 ? t('Not tried yet') : t('Tried {count, plural, one {once} other {# times}}', { count: tries });
const words = {
  email: { what: t('e-mail'), service: t('mail server'), setting: 'SMTP_URL' },
  sms: { what: t('SMS'), service: t('SMS service'), setting: 'SMS_URL' },
} as const;
/** The mail's status, no more than is known: a mail server that took it may still fail to deliver it. */
const fateOf: Record<Mail['status'], (mail: Mail) => string> = {
  queued: ({ tries, kind }) =>
    t('{tried}; it waits for the {service}, and we retry automatically.', {
      tried: tried(tries),
      service: words[kind].service,
    }),
  kept: ({ kind, lastError }) =>
    lastError
      ? t('It was not sent.')
      : t('No {service} was set up, so it was not sent.', { service: words[kind].service }),
  sent: ({ kind }) => t('The {service} accepted it.', { service: words[kind].service }),
  held: ({ sendAt }) =>
    t('The plan may still change. This is what would be sent now; it leaves {time}.', {
      time: sendAt ? formatDateTime(sendAt) : t('soon'),
    }),
  failed: ({ tries }) => t('{tried}; it is not retried automatically.', { tried: tried(tries) }),
};
/** What the button does, or why it does nothing. */
function aboutSending({ kind, status, recipient }: Mail, hasService: boolean): string {
  const { what, service, setting } = words[kind];
  if (status === 'held') return t('“Send now” on the board sends it immediately.');
  if (!hasService) return t('It cannot be sent: no {service} is set up ({setting}).', { service, setting });
  if (status === 'sent') return t('Sends a second {what} to {recipient}.', { what, recipient });
  return status === 'queued'
    ? t('Sends it now instead of waiting for the next try.')
    : t('Goes to {recipient} as it is shown here.', { recipient });
}

function MailView({ mail, channels, onResent }: { mail: Mail; channels: Channels; onResent: (id: number) => void }) {
  const { what } = words[mail.kind];
  const hasService = channels[mail.kind];
  const [form, setForm] = useState('html');
  const resend = useResendMail();
  const { confirm, confirmDialog } = useConfirm();
  const canSend = hasService && mail.status !== 'held';
  const send = async () => {
    if (!canSend) return;
    const isSure =
      mail.status !== 'sent' ||
      (await confirm({
        title: t('Send it a second time?'),
        text: t('{recipient} was sent this {what} on {dateTime}. A second one is written and sent.', {
          recipient: mail.recipient,
          what,
          dateTime: formatDateTime(mail.sentAt ?? mail.createdAt),
        }),
        action: t('Send again'),
        isDanger: false,
      }));
    if (isSure) resend.mutate({ id: mail.id }, { onSuccess: (sent) => onResent(sent.id) });
  };
  return (
    <Stack>
      <FactList>
        <dt>{t('To')}</dt>
        <dd>
          {mail.recipient}
          <CopyButton value={mail.recipient} what={mail.kind === 'sms' ? t('phone number') : t('e-mail address')} />
        </dd>
        <dt>{t('Status')}</dt>
        <dd>
          <SmsBadge kind={mail.kind} /> <MailStatusBadge status={mail.status} />
          <Text span size="sm" c="dimmed">
            {fateOf[mail.status](mail)}
          </Text>
        </dd>
        {mail.lastError && mail.status !== 'sent' && (
          <>
            <dt>{mail.status === 'kept' ? t('Why') : t('Last answer')}</dt>
            <Text component="dd" inherit c="var(--mantine-color-error)">
              {mail.lastError}
            </Text>
          </>
        )}
        <dt>{t('Written')}</dt>
        <dd>
          <RelativeTime value={mail.createdAt} />
          {mail.sentAt && <span>{rich(', sent {time}', { time: <RelativeTime value={mail.sentAt} /> })}</span>}
        </dd>
        <dt>{t('Trigger')}</dt>
        <dd className="mono">{mail.trigger}</dd>
        {(mail.orderId ?? mail.quoteId) && (
          <>
            <dt>{t('About (a subject)')}</dt>
            <dd>
              {mail.quoteId && (
                <Anchor component={Link} href={`${paths.adminQuotes}?quote=${mail.quoteId}`}>
                  {t('Quote #{quoteId}', { quoteId: mail.quoteId })}
                </Anchor>
              )}
              {mail.quoteId && mail.orderId && ' · '}
              {mail.orderId && (
                <Anchor component={Link} href={`${paths.adminOrders}?order=${mail.orderId}`}>
                  {mail.trackingNumber
                    ? t('Order {tracking}', { tracking: formatTracking(mail.trackingNumber) })
                    : t('Order #{orderId}', { orderId: mail.orderId })}
                </Anchor>
              )}
            </dd>
          </>
        )}
      </FactList>
      <Group justify="space-between">
        {mail.kind === 'email' && (
          <SegmentedControl
            aria-label={t('Form of the e-mail')}
            data={[
              { value: 'html', label: t('Formatted') },
              { value: 'text', label: t('Plain text') },
            ]}
            value={form}
            onChange={setForm}
          />
        )}
        <Group gap="sm" flex="1 1 320px" justify="flex-end">
          <Text size="sm" c="dimmed" id={`sending-${mail.id}`} flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
            {aboutSending(mail, hasService)}
          </Text>
          <Button
            variant="default"
            leftSection={<IconSend size={18} aria-hidden />}
            loading={resend.isPending}
            aria-disabled={!canSend || undefined}
            data-disabled={!canSend || undefined}
            aria-describedby={`sending-${mail.id}`}
            onClick={() => void send()}
          >
            {mail.status === 'sent' ? t('Send again') : t('Send now')}
          </Button>
        </Group>
      </Group>
      {mail.kind === 'email' && form === 'html' ? (
        <MailFrame html={mail.html} title={t('E-mail: {subject}', { subject: mail.subject })} height={540} />
      ) : (
        <pre className={styles.plain}>{mail.text}</pre>
      )}
      {confirmDialog}
    </Stack>
  );
}

interface MailDialogProps {
  id: number | undefined;
  channels: Channels;
  onClose: () => void;
  onResent: (id: number) => void;
}

/** One mail in a sandboxed frame, with what became of it. */
export function MailDialog({ id, channels, onClose, onResent }: MailDialogProps) {
  const shown = usePrevious(id);
  // Its changes were missed while it was closed.
  const mail = trpc.mailbox.get.useQuery({ id: shown ?? 0 }, { enabled: id !== undefined, staleTime: 0 });
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={mail.data?.subject ?? t('E-mail')}
      size="lg"
      centered={false}
      yOffset="5dvh"
    >
      {mail.isPending && <Skeleton h={680} aria-busy />}
      {mail.isError && (
        <ErrorState
          title={t('The e-mail could not be loaded')}
          error={mail.error}
          onRetry={() => void mail.refetch()}
          isRetrying={mail.isFetching}
        />
      )}
      {mail.data && <MailView key={mail.data.id} mail={mail.data} channels={channels} onResent={onResent} />}
    </Dialog>
  );
}
