import { Button, Group, Stack, Text } from '@mantine/core';
import type { SavedAddress } from '@quickfleet/shared/people/saved-addresses';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { AddressInput } from '../../../components/addresses/address-input.tsx';
import { AddressWords } from '../../../components/addresses/address-words.tsx';
import { useAddressBook } from '../../../components/addresses/use-address-book.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';
import styles from './customer-page.module.css';

function useCustomerAddressBook(id: number) {
  const utils = trpc.useUtils();
  const failing = {
    failed: t('Not saved'),
    isShown: (error: unknown) => Object.keys(issuesOf(error)).length > 0,
    refresh: () => utils.customers.addresses.invalidate({ id }),
  };
  const save = trpc.customers.saveAddress.useMutation(reported({ ...failing, done: t('Address saved') }));
  const change = trpc.customers.changeAddress.useMutation(reported({ ...failing, done: t('Address changed') }));
  const remove = trpc.customers.removeAddress.useMutation(
    reported({ ...failing, failed: t('Not removed'), isShown: () => false, done: t('Address removed') }),
  );
  return useAddressBook({
    Field: AddressInput,
    ownName: 'the customer',
    save: { isPending: save.isPending, mutateAsync: (address) => save.mutateAsync({ ...address, id }) },
    change: {
      isPending: change.isPending,
      mutateAsync: ({ id: addressId, ...address }) => change.mutateAsync({ ...address, id, addressId }),
    },
    remove: { isPending: remove.isPending, mutateAsync: ({ id: addressId }) => remove.mutateAsync({ id, addressId }) },
  });
}

const useWords: Record<SavedAddress['use'], string> = {
  both: t('Saved for pickup and delivery'),
  pickup: t('Saved for pickup'),
  delivery: t('Saved for delivery'),
};

/** Addresses that are saved for the next orders, with who is there, and where things went before. */
export function CustomerAddresses({ id }: { id: number }) {
  const addresses = trpc.customers.addresses.useQuery({ id });
  const { edit, addressDialog } = useCustomerAddressBook(id);
  const { pickup = [], delivery = [], saved = [] } = addresses.data ?? {};
  const isSaved = (stop: 'pickup' | 'delivery', address: string) =>
    saved.some((one) => one.use !== (stop === 'pickup' ? 'delivery' : 'pickup') && one.address === address);
  const used = (['pickup', 'delivery'] as const).map((stop) => ({
    stop,
    title: stop === 'pickup' ? t('Picked up from') : t('Delivered to'),
    list: (stop === 'pickup' ? pickup : delivery).filter((address) => !isSaved(stop, address)),
  }));
  const add = (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit({})}>
      {t('Save an address')}
    </Button>
  );
  return (
    <SectionCard title={t('Addresses')} aside={add}>
      <QueryState query={addresses} title={t('The addresses could not be loaded')} rows={2} height={32} />
      {addresses.data && saved.length === 0 && used.every(({ list }) => list.length === 0) && (
        <Text c="dimmed">{t('None yet. Save one, or find those of quotes and orders here.')}</Text>
      )}
      <Stack gap="md">
        {(['both', 'pickup', 'delivery'] as const)
          .map((use) => ({ use, list: saved.filter((one) => one.use === use) }))
          .filter(({ list }) => list.length > 0)
          .map(({ use, list }) => (
            <div key={use}>
              <Text size="sm" c="dimmed" mb={4}>
                {useWords[use]}
              </Text>
              <ul className={styles.lines}>
                {list.map((one) => (
                  <li key={one.id} className={styles.address}>
                    <AddressWords {...one} />
                    <Group gap={0} wrap="nowrap">
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={t('Edit address {address}', { address: oneLine(one.address) })}
                        onClick={() => edit(one)}
                      >
                        {t('Edit')}
                      </Button>
                      <CopyButton
                        value={one.address}
                        what={t('saved address {address}', { address: oneLine(one.address) })}
                      />
                    </Group>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        {used
          .filter(({ list }) => list.length > 0)
          .map(({ stop, title, list }) => (
            <div key={stop}>
              <Text size="sm" c="dimmed" mb={4}>
                {title}
              </Text>
              <ul className={styles.lines}>
                {list.map((address) => (
                  <li key={address} className={styles.address}>
                    <span dir="auto" className="as-written">
                      {keepNumbers(address)}
                    </span>
                    <CopyButton
                      value={address}
                      what={t('{stop, select, pickup {pickup address} other {delivery address}} {address}', {
                        stop,
                        address: oneLine(address),
                      })}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </Stack>
      {addressDialog}
    </SectionCard>
  );
}
