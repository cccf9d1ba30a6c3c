import { ActionIcon, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { PriceList } from '@quickfleet/shared/quoting/pricing/price-lists';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { formatDay } from '../../../../lib/words/format.ts';
import { PriceListDialog } from './price-list-dialog.tsx';
import { useDeletePriceList } from './price-lists-mutations.ts';

const daysOf = ({ validFrom, validTo }: PriceList): string => {
  if (validFrom && validTo) return `${formatDay(validFrom)} – ${formatDay(validTo)}`;
  if (validFrom) return t('From {day}', { day: formatDay(validFrom) });
  return validTo ? t('Until {day}', { day: formatDay(validTo) }) : t('Always valid');
};

/** Price lists of customers: what an order of theirs costs the moment it is made. */
export function PriceListsSection({ company }: { company: CompanySettingsView }) {
  const lists = trpc.priceLists.list.useQuery();
  const remove = useDeletePriceList();
  const { confirm, confirmDialog } = useConfirm();
  const [edited, setEdited] = useState<{ list: PriceList | undefined }>();
  const askToDelete = async ({ id, name }: PriceList) => {
    const yes = await confirm({
      title: t('Delete {name}?', { name }),
      text: t('Orders keep the price that they have.'),
      action: t('Delete price list'),
    });
    if (yes) remove.mutate({ id });
  };
  return (
    <Card component="section" aria-labelledby="price-lists">
      <Title order={2} id="price-lists">
        {t('Price lists')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('Orders of customers with a list are priced by it at once; those of all others by binding price rules.')}
      </Text>
      {lists.isSuccess ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {lists.data.data.map((list) => (
            <Group component="li" key={list.id} justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Button variant="transparent" p={0} h="auto" onClick={() => setEdited({ list })}>
                  {list.name}
                </Button>
                <Text size="sm" c="dimmed">
                  {daysOf(list)} ·{' '}
                  {t('{count, plural, one {# customer} other {# customers}}', { count: list.customers })}
                </Text>
              </div>
              <ActionIcon
                aria-label={t('Delete {name}', { name: list.name })}
                disabled={list.customers > 0 || remove.isPending}
                onClick={() => void askToDelete(list)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      ) : (
        <QueryState query={lists} title={t('The price lists could not be loaded')} rows={2} height={48} />
      )}
      <Group justify="flex-end" mt="md">
        <Button
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setEdited({ list: undefined })}
        >
          {t('New price list')}
        </Button>
      </Group>
      <PriceListDialog edited={edited} currency={company.quoting.currency} onClose={() => setEdited(undefined)} />
      {confirmDialog}
    </Card>
  );
}
