import { Alert, Anchor, Button, Card, Group, NativeSelect, SegmentedControl, Title } from '@mantine/core';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { eventTypes } from '@quickfleet/shared/messages/events';
import { deliveryStates, type Webhook } from '@quickfleet/shared/messages/webhooks';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { z } from 'zod';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../../components/feedback/no-matches.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { PagedList } from '../../../../components/lists/paged-list.tsx';
import { urlNumber } from '../../../../lib/addresses/url-number.ts';
import { useUrlState } from '../../../../lib/addresses/url-state.ts';
import { useView } from '../../../../lib/addresses/use-view.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { EndpointBadge } from '../endpoint-state.tsx';
import { useLiveWebhooks } from '../use-live-webhooks.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { stateWords } from './delivery-state.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

const deliveriesView = z.object({
  endpoint: urlNumber.optional(),
  state: z.enum(deliveryStates).optional(),
  type: z.enum(eventTypes).optional(),
  page: urlNumber.default(1),
  /** The delivery that is open. */
  delivery: urlNumber.optional(),
  replay: z.literal('1').optional(),
});
const filterNames = ['state', 'type'] as const;
const states = [
  { value: 'all', label: t('All') },
  ...deliveryStates.map((value) => ({ value, label: stateWords[value] })),
];

/** Why nothing is sent now. */
function PauseNote({ of: { disabledReason, pending, id } }: { of: Webhook }) {
  return (
    <Alert
      color={disabledReason === null ? 'gray' : 'red'}
      variant="light"
      mb="sm"
      icon={<IconPlayerPause aria-hidden />}
      title={disabledReason === null ? t('This endpoint is paused') : t('This endpoint is switched off')}
    >
      {disabledReason && `${disabledReason}. `}
      {pending > 0 &&
        t('{count, plural, one {# delivery waits} other {# deliveries wait}} and will be sent when you resume it. ', {
          count: pending,
        })}
      <Anchor component={Link} href={`${paths.adminDevelopers}?resume=${id}`} inherit c="inherit" underline="always">
        {t('Resume')}
      </Anchor>
    </Alert>
  );
}

function DeliveriesOf({ webhook, webhooks }: { webhook: Webhook; webhooks: readonly Webhook[] }) {
  const { view, filter, clear, isFiltered, goToPage, open, close } = useView(deliveriesView, filterNames);
  const { state, type, page, delivery, replay } = view;
  const deliveries = trpc.webhooks.deliveries.useQuery(
    {
      id: webhook.id,
      page,
      limit: PAGE_SIZE_DEFAULT,
      ...(state && { state }),
      ...(type && { types: type }),
    },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const endpoints = webhooks.map(({ id, url }) => ({ value: String(id), label: url }));
  const types = [
    { value: '', label: t('All types') },
    ...eventTypes
      .filter((one) => webhook.events.includes('*') || webhook.events.includes(one) || one === type)
      .map((value) => ({ value, label: value })),
  ];
  return (
    <>
      <Group gap="sm" mb="sm">
        <NativeSelect
          aria-label={t('Endpoint')}
          flex="1 1 280px"
          maw={520}
          data={endpoints}
          value={String(webhook.id)}
          onChange={({ currentTarget }) =>
            filter({ endpoint: currentTarget.value, type: undefined, delivery: undefined })
          }
        />
        <EndpointBadge of={webhook} />
        {webhook.isActive && (
          <Button
            variant="default"
            ml="auto"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => open('replay')}
          >
            {t('Replay a range')}
          </Button>
        )}
      </Group>
      <Group gap="sm" mb="sm">
        <SegmentedControl
          data={states}
          value={state ?? 'all'}
          onChange={(value) => filter({ state: deliveryStates.find((one) => one === value) })}
          aria-label={t('State')}
        />
        <NativeSelect
          aria-label={t('Type')}
          data={types}
          value={type ?? ''}
          onChange={({ currentTarget: { value } }) => filter({ type: eventTypes.find((one) => one === value) })}
        />
      </Group>
      {!webhook.isActive && <PauseNote of={webhook} />}
      <PagedList
        query={deliveries}
        failed={t('The deliveries could not be loaded')}
        empty={
          isFiltered ? (
            <NoMatches title={t('No deliveries match these filters')} onClear={clear} />
          ) : (
            <EmptyState
              title={t('Nothing was sent yet')}
              text={t(
                'The next event of its types is sent within a moment. You can also send a test from the list of endpoints.',
              )}
            />
          )
        }
        what={t('deliveries (in a list)')}
        onPage={goToPage}
      >
        {(rows) => <DeliveryList rows={rows} onOpen={(id) => open('delivery', id)} />}
      </PagedList>
      <DeliveryDialog
        webhookId={webhook.id}
        id={delivery}
        isActive={webhook.isActive}
        onReplayed={(id) => open('delivery', id)}
        onClose={() => close('delivery')}
      />
      <ReplayDialog of={replay && webhook.isActive ? webhook : undefined} onClose={() => close('replay')} />
    </>
  );
}

/** What was sent to an endpoint, and what came back. */
export function Deliveries() {
  const [{ endpoint }] = useUrlState(deliveriesView);
  const webhooks = trpc.webhooks.list.useQuery(undefined, { refetchOnMount: 'always' });
  useLiveWebhooks();
  const rows = webhooks.data?.data ?? [];
  const webhook = rows.find(({ id }) => id === endpoint) ?? rows[0];
  return (
    <Card component="section" aria-labelledby="deliveries">
      <Title order={2} id="deliveries" mb="sm">
        {t('Deliveries')}
      </Title>
      <QueryState query={webhooks} title={t('The endpoints could not be loaded')} />
      {webhooks.data && !webhook && (
        <EmptyState
          title={t('No endpoints yet')}
          text={t('Deliveries are listed here once an endpoint gets events.')}
          action={
            <Button component={Link} href={`${paths.adminDevelopers}?create=1`} variant="default">
              {t('New endpoint')}
            </Button>
          }
        />
      )}
      {webhook && <DeliveriesOf key={webhook.id} webhook={webhook} webhooks={rows} />}
    </Card>
  );
}
