import { Anchor, Group, Stack, Text } from '@mantine/core';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import type { Customer } from '@quickfleet/shared/people/customers';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { PhoneLink } from '../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';
import { ownNumbersOf } from '../../../lib/words/own-numbers.ts';
import styles from './customer-page.module.css';

/** How a customer is reached. */
export function CustomerContact({ customer }: { customer: Customer }) {
  return (
    <SectionCard title="Contact">
      <Stack gap={4}>
        <Group gap={4} wrap="nowrap">
          <Anchor href={mailtoOf(customer.email)} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {customer.email}
          </Anchor>
          <CopyButton value={customer.email} what="e-mail address" />
        </Group>
        {customer.phone && (
          <Group gap={4} wrap="nowrap">
            <PhoneLink phone={customer.phone} size="sm" />
            <CopyButton value={customer.phone} what="phone number" />
          </Group>
        )}
        <Text size="sm" c="dimmed">
          Customer since <RelativeTime value={customer.createdAt} />
        </Text>
        {ownNumbersOf(customer).map(({ name, value }) => (
          <Group key={name} gap={4} wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Text span c="dimmed" inherit>
                {name}
              </Text>{' '}
              {value}
            </Text>
            <CopyButton value={value} what={name} />
          </Group>
        ))}
      </Stack>
    </SectionCard>
  );
}

/** Where things were picked up and delivered for them before. */
export function CustomerAddresses({ id }: { id: number }) {
  const addresses = trpc.customers.addresses.useQuery({ id });
  const kinds = [
    { title: 'Pickup', list: addresses.data?.pickup ?? [] },
    { title: 'Delivery', list: addresses.data?.delivery ?? [] },
  ];
  return (
    <SectionCard title="Addresses">
      <QueryState query={addresses} title="The addresses could not be loaded" rows={2} height={32} />
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
                    <span dir="auto" className="as-written">
                      {address}
                    </span>
                    <CopyButton value={address} what={`${title.toLowerCase()} address ${oneLine(address)}`} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </Stack>
    </SectionCard>
  );
}
