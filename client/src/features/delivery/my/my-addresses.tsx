import { Button, Group, Text } from '@mantine/core';
import type { MyAddresses } from '@quickfleet/shared/delivery/my';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import list from '../../../components/lists/list.module.css';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { trpc } from '../../../lib/api/trpc.ts';

type Address = MyAddresses['data'][number];
const uses = { pickup: 'Send from here', delivery: 'Send here again' } as const;

interface AddressListProps {
  customerId: number | undefined;
  onSend: (address: Address) => void;
}
/** Addresses with the person who was there last; each begins a new request. */
export function MyAddressList({ customerId, onSend }: AddressListProps) {
  const addresses = trpc.my.addresses.useQuery({ customerId });
  return (
    <SectionCard title="Addresses">
      <QueryState query={addresses} title="Your addresses could not be loaded" rows={2} />
      {addresses.data?.data.length === 0 && (
        <EmptyState title="No addresses yet" text="Addresses that you used are kept here for the next request." />
      )}
      <ul>
        {addresses.data?.data.map((entry) => {
          const { use, address, contact } = entry;
          const person = [contact?.name, contact?.company, contact?.phone, contact?.email].filter(Boolean).join(', ');
          return (
            <li key={`${use} ${address}`} className={list.row}>
              <Group justify="space-between" gap="xs">
                <div style={{ minWidth: 0, flex: '1 1 240px' }}>
                  <Text dir="auto" className="as-written">
                    {address}
                  </Text>
                  {person && (
                    <Text size="sm" c="dimmed" dir="auto">
                      {person}
                    </Text>
                  )}
                </div>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${uses[use]}: ${address.split('\n').join(', ')}`}
                  onClick={() => onSend(entry)}
                >
                  {uses[use]}
                </Button>
              </Group>
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
