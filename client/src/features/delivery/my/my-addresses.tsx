import { Button, Group, Text } from '@mantine/core';
import type { MyAddresses } from '@quickfleet/shared/delivery/my/my';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import type { EditedAddress } from '../../../components/addresses/address-dialog.tsx';
import { AddressWords } from '../../../components/addresses/address-words.tsx';
import { useAddressBook } from '../../../components/addresses/use-address-book.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import list from '../../../components/lists/list.module.css';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';

type Address = MyAddresses['data'][number];
const uses = { pickup: t('Send from here'), delivery: t('Send here') } as const;

/** One line of the list: an address that is for both stops is there twice. */
interface Line {
  key: string;
  entries: [Address, ...Address[]];
}
function linesOf(data: readonly Address[]): Line[] {
  const lines = new Map<string, Line>();
  for (const entry of data) {
    const { id, address, contact } = entry;
    const key = id === null ? JSON.stringify([address.toLowerCase(), contact]) : String(id);
    const line = lines.get(key);
    if (!line) lines.set(key, { key, entries: [entry] });
    else if (entry.use === 'pickup') line.entries.unshift(entry);
    else line.entries.push(entry);
  }
  return [...lines.values()];
}

function useMyAddressBook(customerId: number | undefined) {
  const utils = trpc.useUtils();
  const failing = {
    failed: t('Not saved'),
    isShown: (error: unknown) => Object.keys(issuesOf(error)).length > 0,
    refresh: () => utils.my.addresses.invalidate(),
  };
  const save = trpc.my.saveAddress.useMutation(reported({ ...failing, done: t('Address saved') }));
  const change = trpc.my.changeAddress.useMutation(reported({ ...failing, done: t('Address changed') }));
  const remove = trpc.my.removeAddress.useMutation(
    reported({ ...failing, failed: t('Not removed'), isShown: () => false, done: t('Address removed') }),
  );
  const saving = {
    isPending: save.isPending,
    mutateAsync: (address: Parameters<typeof save.mutateAsync>[0]) => save.mutateAsync({ ...address, customerId }),
  };
  return useAddressBook({ ownName: customerId === undefined ? 'you' : 'the customer', save: saving, change, remove });
}

interface AddressLineProps extends Pick<Line, 'entries'> {
  onSend: (address: Address) => void;
  /** Undefined for who only sees. */
  onEdit: ((address: EditedAddress) => void) | undefined;
}
function AddressLine({ entries, onSend, onEdit }: AddressLineProps) {
  const [{ id, label, address, contact, use }] = entries;
  const called = [label, oneLine(address)].filter(Boolean).join(', ');
  const edited = { label, address, contact, use: entries.length > 1 ? ('both' as const) : use };
  return (
    <li className={list.row}>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0, flex: '1 1 240px' }}>
          <AddressWords label={label} address={address} contact={contact} />
        </div>
        <Group gap="xs">
          {entries.map((entry) => (
            <Button
              key={entry.use}
              variant="default"
              size="xs"
              aria-label={`${uses[entry.use]}: ${called}`}
              onClick={() => onSend(entry)}
            >
              {uses[entry.use]}
            </Button>
          ))}
          {onEdit && (
            <Button
              variant="subtle"
              size="xs"
              px="xs"
              aria-label={
                id === null ? t('Save address {address}', { address: called }) : t('Edit {what}', { what: called })
              }
              onClick={() => onEdit(id === null ? edited : { ...edited, id })}
            >
              {id === null ? t('Save') : t('Edit')}
            </Button>
          )}
        </Group>
      </Group>
    </li>
  );
}

interface AddressListProps {
  customerId: number | undefined;
  /** Saves, changes and removes too. */
  mayChange: boolean;
  onSend: (address: Address) => void;
}
/** Saved addresses, then those that were used before, each with who is there; each begins a new request. */
export function MyAddressList({ customerId, mayChange, onSend }: AddressListProps) {
  const addresses = trpc.my.addresses.useQuery({ customerId });
  const { edit, addressDialog } = useMyAddressBook(customerId);
  const lines = linesOf(addresses.data?.data ?? []);
  const groups = [
    { title: t('Saved'), lines: lines.filter(({ entries: [{ id }] }) => id !== null) },
    { title: t('Used before'), lines: lines.filter(({ entries: [{ id }] }) => id === null) },
  ].filter((group) => group.lines.length > 0);
  const add = mayChange && (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit({})}>
      {t('Save an address')}
    </Button>
  );
  return (
    <SectionCard title={t('Addresses')} aside={add}>
      <QueryState query={addresses} title={t('Your addresses could not be loaded')} rows={2} />
      {addresses.data?.data.length === 0 && (
        <EmptyState title={t('No addresses yet')} text={t('Save one here. Addresses that you use are listed too.')} />
      )}
      {groups.map(({ title, lines }) => (
        <div key={title}>
          {groups.length > 1 && (
            <Text size="sm" c="dimmed" px={8} mt="sm">
              {title}
            </Text>
          )}
          <ul>
            {lines.map(({ key, entries }) => (
              <AddressLine key={key} entries={entries} onSend={onSend} onEdit={mayChange ? edit : undefined} />
            ))}
          </ul>
        </div>
      ))}
      {addressDialog}
    </SectionCard>
  );
}
