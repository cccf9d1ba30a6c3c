import { formatAmount } from '@quickfleet/shared/base/money/money';
import { orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { can } from '@quickfleet/shared/permissions';
import { priceBasisWords } from '@quickfleet/shared/quoting/pricing/price-basis';
import { t } from '@quickfleet/shared/words/t';
import { useAuth } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';

type Basis = NonNullable<Order['priceBasis']>;

function BasisWords({ basis: { kind, id, reason } }: { basis: Basis }) {
  const { user } = useAuth();
  const isList = kind === 'list' && can(user?.role, 'priceLists.list');
  const lists = trpc.priceLists.list.useQuery(undefined, { enabled: isList });
  const name = isList ? lists.data?.data.find((list) => list.id === id)?.name : undefined;
  return [priceBasisWords[kind], name, reason].filter(Boolean).join(' · ');
}

function Margin({ orderId }: { orderId: number }) {
  const margin = trpc.pay.margin.useQuery({ id: orderId });
  if (!margin.data) return '—';
  const { currency, pay, margin: left } = margin.data;
  const words = { pay: formatAmount(pay, currency), left: left === null ? '—' : formatAmount(left, currency) };
  return <span className="tabular">{t('{left} after {pay} for drivers', words)}</span>;
}

/** By what the price of an order is made, and for admins what is left of it once it is delivered. */
export function PriceFacts({ order }: { order: Order }) {
  const { user } = useAuth();
  return (
    <>
      {order.priceBasis && (
        <>
          <dt>{t('Price by')}</dt>
          <dd dir="auto">
            <BasisWords basis={order.priceBasis} />
          </dd>
        </>
      )}
      {orderFacts[order.status].isDelivered && can(user?.role, 'pay.margin') && (
        <>
          <dt>{t('Margin of the order')}</dt>
          <dd>
            <Margin orderId={order.id} />
          </dd>
        </>
      )}
    </>
  );
}
