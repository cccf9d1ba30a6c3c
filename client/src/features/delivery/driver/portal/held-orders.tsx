import { ActionIcon, Group, Stack, Title } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { IconX } from '@tabler/icons-react';
import { DeliveryButton } from '../order/delivery-button.tsx';
import { applyEntries } from '../outbox/apply-entries.ts';
import { shownAsDone } from '../outbox/sending/queue.ts';
import { holdsEvidence } from '../outbox/storing/entries.ts';
import { isKept, withProof } from '../outbox/storing/stored-order.ts';
import { portal, usePortal } from '../outbox/use-portal.ts';

/** Orders that are stored on this phone: they open without a network. Those of a driver's own list are not repeated. */
export function HeldOrders({ listed }: { listed: readonly number[] }) {
  const { orders, entries, drafts } = usePortal();
  const isWaitedFor = ({ id }: Order) => entries.some(({ orderId }) => orderId === id);
  const hasEvidence = ({ id }: Order) =>
    entries.some((entry) => entry.orderId === id && holdsEvidence(entry)) ||
    [...drafts.values()].some(({ orderId }) => orderId === id);
  const held = [...orders.values()]
    .filter((stored) => isKept(stored) || hasEvidence(stored.order))
    .map(({ order }) =>
      applyEntries(withProof(order), shownAsDone(entries, order.id), {
        itemIdOf: portal.itemIdOf,
        urlOf: () => '',
      }),
    )
    .filter(({ id }) => !listed.includes(id));
  if (held.length === 0) return null;
  return (
    <section aria-label="On this phone">
      <Title order={2} size="h3" mb="sm">
        On this phone
      </Title>
      <Stack gap="sm">
        {held.map((order) => (
          <Group key={order.id} gap="xs" wrap="nowrap">
            <DeliveryButton row={order} onOpen={() => void portal.openHeld(order.id)} />
            {!isWaitedFor(order) && (
              <ActionIcon
                aria-label={`Remove ${formatTracking(order.trackingNumber)} from this phone`}
                onClick={() => void portal.forget(order.id)}
              >
                <IconX size={22} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Stack>
    </section>
  );
}
