import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { IconLogout, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useConfirm } from '../../../components/feedback/confirm.tsx';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { showSuccess } from '../../../lib/toast.ts';
import { MyAddressList } from './my-addresses.tsx';
import { MyOrderList } from './my-orders.tsx';
import { MyQuoteList } from './my-quotes.tsx';
import { useOrderAgain } from './use-order-again.ts';

/** Everything that was ordered with one address. */
export function MyDeliveries({ email, name }: { email: string; name: string | null }) {
  const { logout, isSigningOut } = useAuth();
  const utils = trpc.useUtils();
  const { confirm, confirmDialog } = useConfirm();
  const { orderAgain, sendAgain, filling } = useOrderAgain(confirm);
  const leave = async () => {
    if (!(await logout())) return;
    await utils.my.get.invalidate();
    showSuccess('Signed out');
  };
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={1}>My deliveries</Title>
          <Text c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {name ? `${name}, ${email}` : email}
          </Text>
        </div>
        <Group gap="xs">
          <Button component={Link} href={`${paths.home}#quote-form`} leftSection={<IconPlus size={18} aria-hidden />}>
            New request
          </Button>
          <Button
            variant="default"
            leftSection={<IconLogout size={18} aria-hidden />}
            loading={isSigningOut}
            onClick={() => void leave()}
          >
            Sign out
          </Button>
        </Group>
      </Group>
      <MyOrderList onAgain={orderAgain} filling={filling} />
      <MyQuoteList />
      <MyAddressList
        onSend={(address) => void sendAgain(address, { name: name ?? '', email, phone: null, company: null })}
      />
      {confirmDialog}
    </Stack>
  );
}
