import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { finds } from '@quickfleet/shared/base/search-words';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { PALETTE_RESULTS, PALETTE_WAIT_MS } from '@quickfleet/shared/limits';
import type { MailRow } from '@quickfleet/shared/messages/mailbox';
import { paths } from '@quickfleet/shared/paths';
import type { Customer } from '@quickfleet/shared/people/customers';
import type { User } from '@quickfleet/shared/people/users';
import { can } from '@quickfleet/shared/permissions';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconFileInvoice, IconMail, IconSearch, IconTruckDelivery, IconUser } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { MailStatusBadge } from '../../../components/subject/mail-status.tsx';
import { OrderStatusBadge, QuoteStatusBadge } from '../../../components/text/status-badge.tsx';
import { goTo, openDialogAt } from '../../../lib/addresses/go-to.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';
import { formatTotal } from '../../../lib/words/format.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

const routeOf = ({ pickupAddress, deliveryAddress }: { pickupAddress: string; deliveryAddress: string }) =>
  `${oneLine(pickupAddress)} → ${oneLine(deliveryAddress)}`;

const quoteEntry = (quote: Quote): PaletteEntry => ({
  id: `quote-${quote.id}`,
  icon: IconFileInvoice,
  isFound: true,
  text: t('Quote #{id} · {name}', { id: quote.id, name: quote.customer.name }),
  note: routeOf(quote),
  side: <QuoteStatusBadge status={quote.status} size="sm" />,
  run: () => openDialogAt(`${paths.adminQuotes}?quote=${quote.id}`),
});
const orderEntry = (order: OrderRow): PaletteEntry => ({
  id: `order-${order.id}`,
  icon: IconTruckDelivery,
  isFound: true,
  text: `${formatTracking(order.trackingNumber)} · ${order.customerName}`,
  note: routeOf(order),
  side: (
    <OrderStatusBadge status={order.status} hasDriver={order.driverId !== null} outcome={order.outcome} size="sm" />
  ),
  run: () => openDialogAt(`${paths.adminOrders}?order=${order.id}`),
});
const customerEntry = (customer: Customer): PaletteEntry => ({
  id: `customer-${customer.id}`,
  icon: IconUser,
  isFound: true,
  text: customer.name,
  note: [customer.email, customer.company].filter(Boolean).join(' · '),
  side: (
    <Text span size="xs" c="dimmed" className="tabular">
      {t('{count, plural, one {# order} other {# orders}}', { count: customer.orderCount })}
    </Text>
  ),
  run: () => goTo(paths.adminCustomer(customer.id)),
});

const mailEntry = (mail: MailRow): PaletteEntry => ({
  id: `mail-${mail.id}`,
  icon: IconMail,
  isFound: true,
  text: mail.subject,
  note: mail.recipient,
  side: <MailStatusBadge status={mail.status} />,
  run: () => openDialogAt(`${paths.adminMailbox}?mail=${mail.id}`),
});

/**
 * What the server looks into; while the answer to the newest words is on its way, the older one shows what fits them
 * too.
 */
const textOf = {
  quote: ({ id, customer, pickupAddress, deliveryAddress }: Quote) => [
    `#${id}`,
    customer.name,
    customer.email,
    pickupAddress,
    deliveryAddress,
  ],
  order: ({ trackingNumber, customerName, pickupAddress, deliveryAddress }: OrderRow) => [
    trackingNumber,
    formatTracking(trackingNumber),
    customerName,
    pickupAddress,
    deliveryAddress,
  ],
  customer: ({ name, email, phone, company }: Customer) => [name, email, phone ?? '', company ?? ''],
  mail: ({ recipient, subject }: MailRow) => [recipient, subject],
};
interface Found<Row> {
  data: { data: Row[]; total: number; totalIsEstimate?: true | undefined } | undefined;
  isPlaceholderData: boolean;
}

function groupOf<Row>(
  found: Found<Row>,
  typed: string,
  isBehind: boolean,
  kind: {
    what: 'quotes' | 'orders' | 'customers' | 'mails';
    title: string;
    icon: Icon;
    href: string;
    texts: (row: Row) => string[];
    entry: (row: Row) => PaletteEntry;
  },
) {
  const isOlder = isBehind || found.isPlaceholderData;
  const rows = (found.data?.data ?? []).filter((row) => !isOlder || finds(kind.texts(row), typed));
  const total = found.data?.total ?? 0;
  const all: PaletteEntry[] =
    !isOlder && total > rows.length
      ? [
          {
            id: `all-${kind.what}`,
            icon: IconSearch,
            text: t(
              'All {total} {what, select, quotes {quotes} orders {orders} customers {customers} other {e-mails}} with “{typed}”',
              {
                total: formatTotal({ total, totalIsEstimate: found.data?.totalIsEstimate }),
                what: kind.what,
                typed,
              },
            ),
            run: () => goTo(`${kind.href}?${new URLSearchParams({ q: typed })}`),
          },
        ]
      : [];
  return { title: kind.title, entries: [...rows.map(kind.entry), ...all] };
}

const withFirst = (first: Quote, page: { data: Quote[]; total: number; totalIsEstimate?: true | undefined }) => ({
  ...page,
  data: [first, ...page.data.filter(({ id }) => id !== first.id)].slice(0, PALETTE_RESULTS),
});

/**
 * Quotes, orders, customers and mails with the typed words in them, as far as this person may look; a driver has their
 * own orders.
 */
export function usePaletteSearch(user: User | null, typed: string) {
  const [q] = useDebouncedValue(typed, PALETTE_WAIT_MS);
  const isBehind = q !== typed;
  const input = { q, limit: PALETTE_RESULTS };
  const isDriver = user?.role === 'driver';
  const asked = (isAllowed: boolean) => ({
    enabled: isAllowed && q !== '',
    placeholderData: keepPreviousData,
    // Somebody asks: an answer of a while ago is none.
    staleTime: 0,
    trpc: { abortOnUnmount: true },
  });

  const maySeeQuotes = can(user?.role, 'quotes.list');
  const quotes = trpc.quotes.list.useQuery(input, asked(maySeeQuotes));
  // Of the quotes with 12 in their number or address, number 12 itself comes first, however old it is.
  const id = Number(/^#?([1-9]\d{0,8})$/.exec(q)?.[1] ?? 0);
  const exact = trpc.quotes.get.useQuery(
    { id },
    { ...asked(maySeeQuotes), enabled: maySeeQuotes && id > 0, placeholderData: undefined },
  );
  const allOrders = trpc.orders.list.useQuery(input, asked(can(user?.role, 'orders.list')));
  const ownOrders = trpc.orders.listOfDriver.useQuery({ ...input, driverId: user?.id ?? 0 }, asked(isDriver));
  const customers = trpc.customers.list.useQuery(input, asked(can(user?.role, 'customers.list')));

  const mails = trpc.mailbox.list.useQuery(input, asked(can(user?.role, 'mailbox.list')));

  const orders = isDriver ? ownOrders : allOrders;
  const all = [quotes, orders, customers, mails];
  const quotesFound = { ...quotes, data: quotes.data && exact.data ? withFirst(exact.data, quotes.data) : quotes.data };
  const groups: PaletteGroup[] =
    typed === ''
      ? []
      : [
          groupOf(quotesFound, typed, isBehind, {
            what: 'quotes',
            title: t('Quotes'),
            icon: IconFileInvoice,
            href: paths.adminQuotes,
            texts: textOf.quote,
            entry: quoteEntry,
          }),
          groupOf(orders, typed, isBehind, {
            what: 'orders',
            title: t('Orders'),
            icon: IconTruckDelivery,
            href: paths.adminOrders,
            texts: textOf.order,
            entry: orderEntry,
          }),
          groupOf(customers, typed, isBehind, {
            what: 'customers',
            title: t('Customers'),
            icon: IconUser,
            href: paths.adminCustomers,
            texts: textOf.customer,
            entry: customerEntry,
          }),
          groupOf(mails, typed, isBehind, {
            what: 'mails',
            title: t('E-mails'),
            icon: IconMail,
            href: paths.adminMailbox,
            texts: textOf.mail,
            entry: mailEntry,
          }),
        ];
  return {
    groups,
    isSearching: typed !== '' && (isBehind || all.some(({ isFetching }) => isFetching)),
    error: typed === '' || isBehind ? undefined : all.find(({ isError }) => isError)?.error,
    retry: () => void Promise.all(all.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
