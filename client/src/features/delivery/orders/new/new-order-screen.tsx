import { Anchor, Group, Skeleton, Title } from '@mantine/core';
import type { CreateOrder, Order } from '@quickfleet/shared/delivery/orders/orders';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { z } from 'zod';
import { DraftOffer } from '../../../../components/delivery-form/draft/draft-offer.tsx';
import { useDraft } from '../../../../components/delivery-form/draft/use-draft.ts';
import { urlNumber } from '../../../../lib/addresses/url-number.ts';
import { useUrlState } from '../../../../lib/addresses/url-state.ts';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useAttempt } from '../../../../lib/forms/use-attempt.ts';
import { useCreateOrder } from '../change/order-mutations.ts';
import { OrderCreatedDialog } from './created-dialog.tsx';
import { NewOrderForm } from './new-order-form.tsx';
import { emptyOrder, orderFrom } from './order-values.ts';

const newOrderView = z.object({ customerId: urlNumber.optional() });

function NewOrder({ customerId }: { customerId: number | undefined }) {
  const [, navigate] = useLocation();
  const customer = trpc.customers.get.useQuery({ id: customerId ?? 0 }, { enabled: customerId !== undefined }).data;
  const creation = useCreateOrder();
  const attemptOf = useAttempt();
  const [created, setCreated] = useState<Order>();
  const { start, startWith, offered, resume, forget, keep, leave } = useDraft({
    kind: 'order',
    fresh: () => emptyOrder(customer),
    valuesFrom: orderFrom,
    onClose: () => navigate(paths.adminOrders),
  });
  const [isFresh, setFresh] = useState(true);

  const send = async (order: CreateOrder) => {
    try {
      setCreated(await creation.mutateAsync({ order, attempt: attemptOf(order) }));
      forget();
      return 'done' as const;
    } catch (error) {
      return issuesOf(error);
    }
  };
  const another = () => {
    setCreated(undefined);
    setFresh(false);
    startWith(emptyOrder());
  };

  return (
    <>
      {offered && !created && (
        <DraftOffer
          unfinished={offered}
          what={t('an unfinished order')}
          onContinue={() => {
            setFresh(false);
            resume();
          }}
          onDiscard={forget}
        />
      )}
      <NewOrderForm
        key={start.run}
        initial={start.values}
        customer={isFresh ? customer : undefined}
        isPending={creation.isPending}
        onSend={send}
        onKeep={keep}
        onLeave={leave}
      />
      <OrderCreatedDialog created={created} onAnother={another} />
    </>
  );
}

/** The staff's order without a quote: by phone, or for a customer on account. */
export function NewOrderScreen() {
  const [{ customerId }] = useUrlState(newOrderView);
  const customer = trpc.customers.get.useQuery({ id: customerId ?? 0 }, { enabled: customerId !== undefined });
  return (
    <>
      <Group gap="sm" mb="md" align="baseline">
        <Title order={1}>{t('New order')}</Title>
        <Anchor component={Link} href={paths.adminOrders} size="sm">
          <Group gap={4} component="span" display="inline-flex">
            <IconArrowLeft size={14} aria-hidden /> {t('All orders')}
          </Group>
        </Anchor>
      </Group>
      {customerId !== undefined && customer.isPending ? (
        <Skeleton h={420} aria-busy />
      ) : (
        <NewOrder key={customerId ?? 0} customerId={customerId} />
      )}
    </>
  );
}
