import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { Me, OrderAgain } from '@quickfleet/shared/delivery/my/my';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconLogout, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { StatementLinks } from '../../../components/delivery/statement-links.tsx';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { myStatementHref } from '../../../lib/addresses/paper-links.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { showSuccess } from '../../../lib/toast.ts';
import { MyAddressList } from './my-addresses.tsx';
import { MyBooking } from './my-booking.tsx';
import { MyInvoiceList } from './my-invoices.tsx';
import { MyOrderList } from './my-orders.tsx';
import { MyQuoteList } from './my-quotes.tsx';
import { emptyRequest, requestFrom, useFillRequest, useOrderAgain } from './use-order-again.ts';

const OWN = 'own';
const nameOf = ({ company, name }: Me['customers'][number]) => company || name;

interface MyDeliveriesProps {
  email: string;
  name: string | null;
  customers: Me['customers'];
}
/** Everything that was ordered with one address, or for a customer that its owner may see. */
export function MyDeliveries({ email, name, customers }: MyDeliveriesProps) {
  const { logout, isSigningOut } = useAuth();
  const utils = trpc.useUtils();
  const { confirm, confirmDialog } = useConfirm();
  const joined = customers.filter(({ isOwn }) => !isOwn);
  const [chosen, setChosen] = useState(() => String(joined[0]?.id ?? OWN));
  // The list has left out a customer that one is no longer a member of.
  const seen = joined.find(({ id }) => String(id) === chosen);
  const customer = seen ?? customers.find(({ isOwn }) => isOwn);
  const customerId = seen?.id;
  const list = customerId ?? OWN;
  const mayChange = !seen || seen.role === 'books';
  const canBook = customer?.role === 'books' && customer.onAccount;
  const person = {
    name: customer?.name ?? name ?? '',
    email: seen ? '' : email,
    phone: null,
    company: customer?.company ?? null,
  };
  const [booking, setBooking] = useState<OrderAgain>();
  const fillRequest = useFillRequest(confirm);
  const begin = canBook ? setBooking : fillRequest;
  const { orderAgain, filling } = useOrderAgain(begin);
  const leave = async () => {
    if (!(await logout())) return;
    await utils.my.get.invalidate();
    showSuccess(t('Signed out'));
  };
  if (booking && customer && canBook)
    return (
      <>
        <MyBooking
          customer={{ id: customer.id, name: nameOf(customer) }}
          initial={booking}
          onRequest={(values) => void fillRequest(values)}
          onClose={() => setBooking(undefined)}
        />
        {confirmDialog}
      </>
    );
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={1}>{t('My deliveries')}</Title>
          <Text c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {name ? `${name}, ${email}` : email}
          </Text>
        </div>
        <Group gap="xs">
          {canBook && (
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setBooking({ ...emptyRequest, customer: person })}
            >
              {t('Book a delivery')}
            </Button>
          )}
          <Button
            component={Link}
            href={`${paths.home}#quote-form`}
            variant={canBook ? 'default' : 'filled'}
            leftSection={canBook ? undefined : <IconPlus size={18} aria-hidden />}
          >
            {canBook ? t('Request a quote') : t('New request')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconLogout size={18} aria-hidden />}
            loading={isSigningOut}
            onClick={() => void leave()}
          >
            {t('Sign out')}
          </Button>
        </Group>
      </Group>
      {joined.length > 0 && (
        <NativeSelect
          label={t('Deliveries of')}
          value={seen ? chosen : OWN}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[...joined.map((one) => ({ value: String(one.id), label: nameOf(one) })), { value: OWN, label: email }]}
        />
      )}
      <MyOrderList key={`orders ${list}`} customerId={customerId} onAgain={orderAgain} filling={filling} />
      <MyQuoteList key={`quotes ${list}`} customerId={customerId} mayDecide={mayChange} />
      <MyInvoiceList key={`invoices ${list}`} customerId={customerId} />
      {customer?.hasStatements && (
        <SectionCard title={t('Statements')}>
          <StatementLinks hrefOf={(month, as) => myStatementHref(customer.id, month, as)} />
        </SectionCard>
      )}
      <MyAddressList
        customerId={customerId}
        mayChange={mayChange}
        onSend={(address) => void begin(requestFrom(address, person))}
      />
      {confirmDialog}
    </Stack>
  );
}
