import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { trpc } from '../../lib/api/trpc.ts';
import { useLiveChanges } from '../../lib/live/live.tsx';
import { formatNumber } from '../../lib/words/format.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { RelativeTime } from '../text/relative-time.tsx';
import { isOnItsWay, MailStatusBadge } from './mail-status.tsx';
import styles from './subject-mails.module.css';

/** The e-mails that a quote or an order caused, newest first, each with what became of it and a way to read it. */
export function SubjectMails({ subject }: { subject: { quoteId: number } | { orderId: number } }) {
  const mails = trpc.mailbox.list.useQuery(
    { ...subject, page: 1, limit: PAGE_SIZE_DEFAULT },
    { refetchOnMount: 'always' },
  );
  useLiveChanges((change) => {
    const isMissed = change.topic === 'resync' || (change.topic === 'begun' && mails.data?.data.some(isOnItsWay));
    const isOwn =
      change.topic === 'mail' &&
      ('quoteId' in subject ? change.quoteId === subject.quoteId : change.orderId === subject.orderId);
    if (isMissed || isOwn) void mails.refetch();
  });
  if (mails.isPending) return <Skeleton h={72} />;
  if (mails.isError)
    return (
      <ErrorState
        title={t('The e-mails could not be loaded')}
        error={mails.error}
        onRetry={() => void mails.refetch()}
        isRetrying={mails.isFetching}
      />
    );
  const { data, total } = mails.data;
  const [search] = Object.entries(subject).map(([name, id]) => `${name}=${id}`);
  if (total === 0) return <Text c="dimmed">{t('None yet')}</Text>;

  return (
    <>
      <Stack component="ul" gap={4}>
        {data.map((mail) => (
          <li key={mail.id} className={styles.mail}>
            <Anchor component={Link} href={`${paths.adminMailbox}?mail=${mail.id}`} size="sm" fw={500}>
              {mail.subject}
            </Anchor>
            <MailStatusBadge status={mail.status} />
            <Text size="xs" c="dimmed" style={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
              {mail.kind === 'sms' ? t('SMS to') : t('To')} {mail.recipient} ·{' '}
              <RelativeTime value={mail.sentAt ?? mail.createdAt} />
              {mail.lastError && mail.status !== 'sent' && (
                <Text span inherit c="var(--mantine-color-error)">
                  {' '}
                  · {mail.lastError}
                </Text>
              )}
            </Text>
          </li>
        ))}
      </Stack>
      {total > data.length && (
        <Anchor component={Link} href={`${paths.adminMailbox}?${search}`} size="sm">
          {t('All {total} in the Mailbox', { total: formatNumber(total) })}
        </Anchor>
      )}
    </>
  );
}
