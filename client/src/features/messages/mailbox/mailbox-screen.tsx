import { Alert, Anchor, Button, Card, Group, NativeSelect, Title } from '@mantine/core';
import { PAGE_SIZE_DEFAULT, SEARCH_MAX } from '@quickfleet/shared/limits';
import { mailStatuses } from '@quickfleet/shared/messages/mailbox';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconInbox, IconRefresh, IconSend } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { z } from 'zod';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../components/feedback/no-matches.tsx';
import { CountBadge } from '../../../components/lists/count-badge.tsx';
import { ExcelButton } from '../../../components/lists/excel-button.tsx';
import { type ActiveFilter, FilterChips } from '../../../components/lists/filter-chips.tsx';
import { NewRowsButton } from '../../../components/lists/new-rows-button.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { mailStatusText } from '../../../components/subject/mail-status.tsx';
import { excelHref } from '../../../lib/addresses/paper-links.ts';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { MailDialog } from './mail-dialog.tsx';
import { MailList } from './mail-list.tsx';
import { useResendFailed } from './mailbox-mutations.ts';
import { useLiveMailbox } from './use-live-mailbox.ts';

const mailboxView = z.object({
  q: z.string().max(SEARCH_MAX).default(''),
  status: z.enum(mailStatuses).optional(),
  quoteId: urlNumber.optional(),
  orderId: urlNumber.optional(),
  page: urlNumber.default(1),
  /** The mail that is open. */
  mail: urlNumber.optional(),
});
const filterNames = ['q', 'status', 'quoteId', 'orderId'] as const;

/** Every mail the product wrote, and what became of it. Without a mail server this is where they can be read. */
export function MailboxScreen() {
  const mailbox = useView(mailboxView, filterNames);
  const { view, search, filter, clear, filterCount, isFiltered, goToPage, open, close } = mailbox;
  const { q, status, quoteId, orderId, page, mail } = view;
  const input = {
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(quoteId ? { quoteId } : {}),
    ...(orderId ? { orderId } : {}),
    page,
    limit: PAGE_SIZE_DEFAULT,
  };
  const mails = trpc.mailbox.list.useQuery(input, { placeholderData: keepPreviousData, refetchOnMount: 'always' });
  const channels = trpc.mailbox.channels.useQuery().data ?? { email: false, sms: false };
  const { waiting, settle } = useLiveMailbox(input, mails.data, mail);
  const { user } = useAuth();
  const utils = trpc.useUtils();
  const resendFailed = useResendFailed();
  const showNew = () => {
    settle();
    filter({ q: undefined, status: undefined });
    void utils.mailbox.list.invalidate();
  };
  const filters: ActiveFilter[] = [
    ...(quoteId ? [{ text: t('Quote #{quoteId}', { quoteId }), onRemove: () => filter({ quoteId: undefined }) }] : []),
    ...(orderId ? [{ text: t('Order #{orderId}', { orderId }), onRemove: () => filter({ orderId: undefined }) }] : []),
  ];

  return (
    <>
      <Group gap="sm" mb="md" mih={32}>
        <Title order={1}>{t('Mailbox')}</Title>
        <CountBadge list={mails.data} isFiltered={isFiltered} />
        <NewRowsButton
          count={waiting}
          words={t('{count, plural, one {# new e-mail} other {# new e-mails}}', { count: waiting })}
          onShow={showNew}
        />
      </Group>
      {mails.data?.hasMailServer === false && (
        <Alert color="blue" variant="light" mb="md" icon={<IconInbox aria-hidden />} title={t('E-mails are kept here')}>
          {t('No mail server is set up, so nothing is sent. You can read every e-mail here instead.')}{' '}
          {can(user?.role, 'company.update') ? (
            <Anchor component={Link} href={`${paths.adminSettings}#mail-server`} inherit c="inherit" underline="always">
              {t('Set up a mail server')}
            </Anchor>
          ) : (
            t('An admin can set one up in the settings.')
          )}
        </Alert>
      )}
      <Group gap="sm" mb="sm">
        <SearchField
          value={q}
          onSearch={search}
          label={t('Search e-mails')}
          placeholder={t('Recipient or subject')}
          isSearching={mails.isPlaceholderData}
        />
        <NativeSelect
          aria-label={t('Status')}
          data={[
            { value: '', label: t('All states') },
            ...mailStatuses.map((value) => ({ value, label: mailStatusText(value) })),
          ]}
          value={status ?? ''}
          onChange={(event) => filter({ status: mailStatuses.find((known) => known === event.currentTarget.value) })}
        />
        {status === 'failed' && (channels.email || channels.sms) && mails.data && mails.data.data.length > 0 && (
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            onClick={() => resendFailed.mutate()}
            loading={resendFailed.isPending}
          >
            {t('Resend all failed')}
          </Button>
        )}
        <Group gap="sm" ml="auto">
          {mails.data && mails.data.data.length > 0 && <ExcelButton href={excelHref('emails', input)} />}
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => void mails.refetch()}
            loading={mails.isRefetching && !mails.isPlaceholderData}
          >
            {t('Refresh')}
          </Button>
        </Group>
      </Group>
      <FilterChips filters={filters} canClearAll={filterCount > 1} onClear={clear} />
      <Card padding="md" mt="sm">
        <PagedList
          query={mails}
          failed={t('The e-mails could not be loaded')}
          empty={
            isFiltered ? (
              <NoMatches
                title={q ? t("No results for ''{q}''", { q }) : t('No e-mails match these filters')}
                onClear={clear}
              />
            ) : (
              <EmptyState title={t('No e-mails yet')} text={t('The first one is written when a quote is requested.')} />
            )
          }
          search={q}
          what={t('e-mails')}
          onPage={goToPage}
        >
          {(rows) => <MailList mails={rows} onOpen={(id) => open('mail', id)} />}
        </PagedList>
      </Card>
      <MailDialog id={mail} channels={channels} onClose={() => close('mail')} onResent={(id) => open('mail', id)} />
    </>
  );
}
