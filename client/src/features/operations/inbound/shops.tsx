import { ActionIcon, Anchor, Badge, Button, Card, Group, Menu, Text, Title } from '@mantine/core';
import { type Inbound, noticeStates, shopNames } from '@quickfleet/shared/operations/inbound';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconDotsVertical, IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { z } from 'zod';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import list from '../../../components/lists/list.module.css';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { Notices } from './notice-list.tsx';
import { ConnectedDialog, ShopDialog } from './shop-dialog.tsx';
import { useDisconnectShop } from './shop-mutations.ts';
import styles from './shops.module.css';

const shopsView = z.object({
  create: z.literal('1').optional(),
  edit: urlNumber.optional(),
  shop: urlNumber.optional(),
  state: z.enum(noticeStates).optional(),
  page: urlNumber.default(1),
});

interface ShopRowProps {
  of: Inbound;
  onAddress: () => void;
  onEdit: () => void;
  onDelete: () => void;
}
function ShopRow({ of, onAddress, onEdit, onDelete }: ShopRowProps) {
  return (
    <li className={`${list.row} ${styles.shop}`}>
      <div className={styles.words}>
        <Group gap="xs">
          <Anchor
            component={Link}
            href={`${paths.adminDevelopersAt('shops')}?shop=${of.id}`}
            className={list.open ?? ''}
            data-row-open
          >
            {of.name}
          </Anchor>
          <Badge variant="outline" color="gray">
            {shopNames[of.kind]}
          </Badge>
          {of.waiting > 0 && (
            <Badge variant="light" color="amber" miw="max-content">
              {t('{count} waiting', { count: of.waiting })}
            </Badge>
          )}
        </Group>
        {!of.isActive && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('The API key that set this shop up was revoked. Save the shop again')}
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          {of.lastNoticeAt === null ? (
            t('It has told nothing yet')
          ) : (
            <RelativeTime value={of.lastNoticeAt} prefix={t('Last notice ')} />
          )}
        </Text>
      </div>
      <div className={styles.actions}>
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon aria-label={t('Actions for {url}', { url: of.name })}>
              <IconDotsVertical size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={onAddress}>
              {t('Address for the shop')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              {t('Edit')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              {t('Disconnect')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}

/** Merchants' shops that send their orders automatically. */
export function Shops() {
  const shops = trpc.inbound.list.useQuery(undefined, { refetchOnMount: 'always' });
  const { view, filter, goToPage, open, close } = useView(shopsView, ['state']);
  const { create, edit, shop, state, page } = view;
  const [address, setAddress] = useState<Inbound>();
  const { confirm, confirmDialog } = useConfirm();
  const disconnect = useDisconnectShop();
  const rows = shops.data?.data ?? [];
  const shopOf = (id: number | undefined) => rows.find((row) => row.id === id);
  const shown = shopOf(shop) ?? rows[0];
  const askToDelete = async ({ id, name }: Inbound) => {
    const yes = await confirm({
      title: t('Disconnect this shop?'),
      text: t('What {name} sends is refused from then on, and the list of its notices is deleted. Its orders stay.', {
        name,
      }),
      action: t('Disconnect shop'),
    });
    if (yes) disconnect.mutate({ id });
  };
  return (
    <Card component="section" aria-labelledby="shops">
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} id="shops">
            {t('Shops')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('A customer’s shop sends its paid orders by itself, and takes back what it cancels.')}
          </Text>
        </div>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create')}>
          {t('Connect a shop')}
        </Button>
      </Group>
      <QueryState query={shops} title={t('The shops could not be loaded')} height={84} rows={3} />
      {shops.data && rows.length === 0 && (
        <EmptyState
          title={t('No shops yet')}
          text={t('Connect a Shopify or WooCommerce shop, and paste the address that you get into it.')}
        />
      )}
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <ShopRow
              key={row.id}
              of={row}
              onAddress={() => setAddress(row)}
              onEdit={() => open('edit', row.id)}
              onDelete={() => void askToDelete(row)}
            />
          ))}
        </ul>
      )}
      {shown && (
        <Notices
          key={shown.id}
          of={shown}
          state={state}
          page={page}
          onState={(next) => filter({ state: next })}
          onPage={goToPage}
        />
      )}
      <ShopDialog
        isOpen={create !== undefined || shopOf(edit) !== undefined}
        present={shopOf(edit)}
        onMade={setAddress}
        onClose={() => close('create', 'edit')}
      />
      <ConnectedDialog of={address} onClose={() => setAddress(undefined)} />
      {confirmDialog}
    </Card>
  );
}
