import { Anchor, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Customer } from '@quickfleet/shared/customers';
import type { OrderRow } from '@quickfleet/shared/orders';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import type { Quote } from '@quickfleet/shared/quotes';
import { formatTracking } from '@quickfleet/shared/tracking-number';
import { IconArrowLeft, IconPencil, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/copy-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { OfficeNotes } from '../../components/office-notes.tsx';
import { ProofRulesButton } from '../../components/proof-rules-dialog.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { OrderStatusBadge, QuoteStatusBadge } from '../../components/status-badge.tsx';
import { oneLine, telUrl } from '../../lib/contact-words.ts';
import { statusOf } from '../../lib/error-message.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useAuth } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { CustomerEditDialog } from './customer-dialogs.tsx';
import styles from './customer-page.module.css';
import { useUpdateCustomer } from './customers-mutations.ts';
import { OnAccount } from './on-account.tsx';
import { PersonalDataDialog } from './personal-data-dialog.tsx';

const SHOWN = 6;
function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const headingId = useId();
  return (
    <Card component="section" padding="md" aria-labelledby={headingId}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4" id={headingId}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Card>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

function Line({ href, main, side, note }: { href: string; main: ReactNode; side: ReactNode; note: ReactNode }) {
  return (
    <li className={styles.line}>
      <div style={{ minWidth: 0 }}>
        <Anchor component={Link} href={href} size="sm" fw={600} data-row-open>
          {main}
        </Anchor>
        <Text size="sm" c="dimmed" truncate>
          {note}
        </Text>
      </div>
      <div className={styles.side}>{side}</div>
    </li>
  );
}

function OrderLine({ order }: { order: OrderRow }) {
  return (
    <Line
      href={`${paths.adminOrders}?order=${order.id}`}
      main={<span className="mono">{formatTracking(order.trackingNumber)}</span>}
      note={`${oneLine(order.pickupAddress)} → ${oneLine(order.deliveryAddress)}`}
      side={
        <>
          <OrderStatusBadge status={order.status} hasDriver={order.driverId !== null} size="sm" />
          <Text size="xs" c="dimmed" className="tabular">
            {formatMoney(order.quotePrice, '—')} · <RelativeTime value={order.createdAt} />
          </Text>
        </>
      }
    />
  );
}

function QuoteLine({ quote }: { quote: Quote }) {
  return (
    <Line
      href={`${paths.adminQuotes}?quote=${quote.id}`}
      main={`Quote #${quote.id}`}
      note={`${oneLine(quote.pickupAddress)} → ${oneLine(quote.deliveryAddress)}`}
      side={
        <>
          <QuoteStatusBadge status={quote.status} size="sm" />
          <Text size="xs" c="dimmed" className="tabular">
            {formatMoney(quote.price, '—')} · <RelativeTime value={quote.createdAt} />
          </Text>
        </>
      }
    />
  );
}

interface Listed<Row> {
  data: { data: Row[]; total: number } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}
/** The newest of a customer's quotes or orders, and the way to all of them. */
function Newest<Row extends { id: number }>({
  what,
  list,
  allHref,
  line,
}: {
  what: 'order' | 'quote';
  list: Listed<Row>;
  allHref: string;
  line: (row: Row) => ReactNode;
}) {
  const { data } = list;
  return (
    <Part
      title={`${what === 'order' ? 'Orders' : 'Quotes'}${data ? ` (${data.total.toLocaleString('en-US')})` : ''}`}
      action={
        data && data.total > data.data.length ? (
          <Anchor component={Link} href={allHref} size="sm">
            All {formatCount(data.total, what)}
          </Anchor>
        ) : undefined
      }
    >
      {!data && !list.error && <SkeletonRows rows={3} height={44} />}
      {!data && Boolean(list.error) && (
        <ErrorState
          title={`The ${what}s could not be loaded`}
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {data && data.data.length === 0 && <Text c="dimmed">No {what}s yet.</Text>}
      {data && data.data.length > 0 && <ul className={styles.lines}>{data.data.map((row) => line(row))}</ul>}
    </Part>
  );
}

function Addresses({ id }: { id: number }) {
  const addresses = trpc.customers.addresses.useQuery({ id });
  const kinds = [
    { title: 'Pickup', list: addresses.data?.pickup ?? [] },
    { title: 'Delivery', list: addresses.data?.delivery ?? [] },
  ];
  return (
    <Part title="Addresses">
      {addresses.isPending && <SkeletonRows rows={2} height={32} />}
      {addresses.isError && (
        <ErrorState
          title="The addresses could not be loaded"
          error={addresses.error}
          onRetry={() => void addresses.refetch()}
          isRetrying={addresses.isFetching}
        />
      )}
      {addresses.data && kinds.every(({ list }) => list.length === 0) && (
        <Text c="dimmed">Known after the first quote or order.</Text>
      )}
      <Stack gap="md">
        {kinds
          .filter(({ list }) => list.length > 0)
          .map(({ title, list }) => (
            <div key={title}>
              <Text size="sm" c="dimmed" mb={4}>
                {title}
              </Text>
              <ul className={styles.lines}>
                {list.map((address) => (
                  <li key={address} className={styles.address}>
                    <span className="as-written">{address}</span>
                    <CopyButton value={address} what={`${title.toLowerCase()} address ${oneLine(address)}`} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </Stack>
    </Part>
  );
}

function Details({ customer }: { customer: Customer }) {
  const { user } = useAuth();
  const { id } = customer;
  const [dialog, setDialog] = useState<'edit' | 'data'>();
  const orders = trpc.orders.list.useQuery({ customerId: id, limit: SHOWN });
  const quotes = trpc.quotes.list.useQuery({ customerId: id, limit: SHOWN });
  const update = useUpdateCustomer();
  const close = () => setDialog(undefined);
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <div style={{ minWidth: 0 }}>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {customer.name}
          </Title>
          {customer.company && <Text c="dimmed">{customer.company}</Text>}
        </div>
        <Group gap="xs">
          {can(user?.role, 'customers.personalData') && (
            <Button
              variant="default"
              leftSection={<IconShieldLock size={18} aria-hidden />}
              onClick={() => setDialog('data')}
            >
              Personal data
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setDialog('edit')}
          >
            Edit
          </Button>
          <Button
            component={Link}
            href={`${paths.adminOrderNew}?customerId=${id}`}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            New order
          </Button>
        </Group>
      </Group>
      <dl className={styles.figures}>
        <Figure name="Orders" value={customer.orderCount.toLocaleString('en-US')} />
        <Figure name="Order total" value={formatMoney(customer.orderTotal)} />
        <Figure name="Quotes" value={customer.quoteCount.toLocaleString('en-US')} />
      </dl>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Newest
            what="order"
            list={orders}
            allHref={`${paths.adminOrders}?customerId=${id}`}
            line={(order) => <OrderLine key={order.id} order={order} />}
          />
          <Newest
            what="quote"
            list={quotes}
            allHref={`${paths.adminQuotes}?customerId=${id}`}
            line={(quote) => <QuoteLine key={quote.id} quote={quote} />}
          />
        </div>
        <div className={styles.column}>
          <Part title="Contact">
            <Stack gap={4}>
              <Group gap={4} wrap="nowrap">
                <Anchor href={`mailto:${customer.email}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {customer.email}
                </Anchor>
                <CopyButton value={customer.email} what="e-mail address" />
              </Group>
              {customer.phone && (
                <Group gap={4} wrap="nowrap">
                  <Anchor href={telUrl(customer.phone)} size="sm">
                    {customer.phone}
                  </Anchor>
                  <CopyButton value={customer.phone} what="phone number" />
                </Group>
              )}
              <Text size="sm" c="dimmed">
                Customer since <RelativeTime value={customer.createdAt} />
              </Text>
            </Stack>
          </Part>
          <Addresses id={id} />
          <Part title="Payment">
            <OnAccount customer={customer} />
          </Part>
          <Part title="Proof">
            <ProofRulesButton
              of="this customer"
              asBefore="As the company says"
              rules={customer.proofRules}
              isSaving={update.isPending}
              onSave={(proofRules) => update.mutateAsync({ id, version: customer.version, proofRules })}
            />
          </Part>
          <Part title="Office notes">
            <OfficeNotes subject="customer" id={id} />
          </Part>
        </div>
      </div>
      <CustomerEditDialog id={dialog === 'edit' ? id : undefined} onClose={close} />
      <PersonalDataDialog id={dialog === 'data' ? id : undefined} onClose={close} />
    </>
  );
}

/** Everything about one customer: contact, addresses, what the office wrote, quotes, orders and their sums. */
export function CustomerPage({ id }: { id: number }) {
  const customer = trpc.customers.get.useQuery({ id });
  const isGone = customer.isError && statusOf(customer.error) === 404;
  return (
    <div className={styles.page}>
      <Anchor component={Link} href={paths.adminCustomers} size="sm" mb="xs" display="inline-block">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> All customers
        </Group>
      </Anchor>
      {customer.isPending && (
        <Stack role="status" aria-busy>
          <span className="visually-hidden">Loading</span>
          <Skeleton h={40} w={280} />
          <Skeleton h={320} />
        </Stack>
      )}
      {isGone && (
        <EmptyState title="This customer does not exist any more" text="They were deleted, or their data was erased." />
      )}
      {customer.isError && !isGone && (
        <ErrorState
          title="The customer could not be loaded"
          error={customer.error}
          onRetry={() => void customer.refetch()}
          isRetrying={customer.isFetching}
        />
      )}
      {customer.data && <Details key={id} customer={customer.data} />}
    </div>
  );
}
