import { Anchor, Badge, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { type Inbound, type Notice, type NoticeState, noticeStates } from '@quickfleet/shared/operations/inbound';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconCheck, IconClock, IconMinus, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import list from '../../../components/lists/list.module.css';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useRetryNotice } from './shop-mutations.ts';
import styles from './shops.module.css';

const looks: Record<NoticeState, { text: string; color: string; icon: Icon }> = {
  used: { text: t('Used'), color: 'green', icon: IconCheck },
  waiting: { text: t('Waiting'), color: 'amber', icon: IconClock },
  ignored: { text: t('Nothing to do'), color: 'gray', icon: IconMinus },
};
const states = [
  { value: 'all', label: t('All') },
  ...noticeStates.map((value) => ({ value, label: looks[value].text })),
];
const told: Record<NonNullable<Notice['fulfilment']>, string> = {
  due: t('The shop is told when the driver has it'),
  sent: t('The shop was told the tracking number'),
  failed: t('The shop could not be told'),
};

function NoticeRow({ of, shop }: { of: Notice; shop: Inbound }) {
  const retry = useRetryNotice();
  const { text, color, icon: StateIcon } = looks[of.state];
  return (
    <li className={`${list.row} ${styles.notice}`}>
      <Badge variant="light" color={color} leftSection={<StateIcon size={14} aria-hidden />} miw="max-content">
        {text}
      </Badge>
      <div className={styles.words}>
        <Text size="sm" component="div">
          <span className="mono">{of.topic}</span>
          {of.externalId && ` · ${of.externalId}`}
          {of.orderId !== null && (
            <>
              {' · '}
              <Anchor component={Link} href={`${paths.adminOrders}?order=${of.orderId}`} inherit>
                {t('Order #{id}', { id: of.orderId })}
              </Anchor>
            </>
          )}
        </Text>
        {of.reason && (
          <Text size="sm" c="dimmed">
            {of.reason}
          </Text>
        )}
        {of.fulfilment && (
          <Text size="sm" c="dimmed">
            {told[of.fulfilment]}
            {of.fulfilmentError && `: ${of.fulfilmentError}`}
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          <RelativeTime value={of.receivedAt} />
        </Text>
      </div>
      {of.state === 'waiting' && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: shop.id, noticeId: of.id })}
        >
          {t('Try again')}
        </Button>
      )}
    </li>
  );
}

interface NoticesProps {
  of: Inbound;
  state: NoticeState | undefined;
  page: number;
  onState: (state: NoticeState | undefined) => void;
  onPage: (page: number) => void;
}
/** The notices of a shop, and what became of them. */
export function Notices({ of, state, page, onState, onPage }: NoticesProps) {
  const notices = trpc.inbound.notices.useQuery(
    { id: of.id, page, limit: PAGE_SIZE_DEFAULT, ...(state && { state }) },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  return (
    <section aria-labelledby="notices">
      <Group justify="space-between" gap="sm" mt="lg" mb="sm">
        <Title order={3} id="notices">
          {t('Notices of {name}', { name: of.name })}
        </Title>
        <SegmentedControl
          data={states}
          value={state ?? 'all'}
          onChange={(value) => onState(noticeStates.find((one) => one === value))}
          aria-label={t('State')}
        />
      </Group>
      <PagedList
        query={notices}
        failed={t('The notices could not be loaded')}
        empty={
          <EmptyState title={t('No notices here')} text={t('What the shop tells appears here within a moment.')} />
        }
        what={t('notices (in a list)')}
        onPage={onPage}
      >
        {(rows) => (
          <ul>
            {rows.map((notice) => (
              <NoticeRow key={notice.id} of={notice} shop={of} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
