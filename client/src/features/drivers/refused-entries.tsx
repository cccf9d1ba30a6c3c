import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { formatTracking } from '@quickfleet/shared/tracking-number';
import { IconAlertTriangle } from '@tabler/icons-react';
import { AccessCard } from './access-card.tsx';
import styles from './driver.module.css';
import { needsNewRight } from './outbox/classify-answer.ts';
import { describeEntries, type Entry, lostWith } from './outbox/entries.ts';
import { previewOf } from './outbox/previews.ts';
import { portal, usePortal } from './outbox/use-portal.ts';
import { useAsk } from './use-ask.tsx';

const stageWord = { pickup: 'Pickup', delivery: 'Delivery' } as const;

function titleOf(entry: Entry): string {
  switch (entry.kind) {
    case 'photo':
      return `${stageWord[entry.stage]} photo was not accepted`;
    case 'flag':
      return `${stageWord[entry.stage]} status was not accepted`;
    case 'signature':
      return `${stageWord[entry.stage]} signature was not accepted`;
    case 'status':
      return 'Move to In Transit was not accepted';
    case 'addItem':
      return `New item ${entry.name} was not accepted`;
    case 'editItem':
      return `Change of ${entry.name} was not accepted`;
    case 'deleteItem':
      return 'Deleting an item was not accepted';
  }
}

const pictureOf = (entry: Entry): string | undefined => {
  if (entry.kind === 'photo') return previewOf(String(entry.seq), entry.photo.blob);
  return entry.kind === 'signature' ? previewOf(String(entry.seq), entry.image) : undefined;
};

function Refused({ entry, behind }: { entry: Entry; behind: number }) {
  const { ask, askDialog } = useAsk();
  const { orders, entries } = usePortal();
  const stored = orders.get(entry.orderId);
  const picture = pictureOf(entry);
  const discard = async () => {
    const yes = await ask({
      title: 'Discard this for good?',
      text: `${describeEntries(lostWith(entry, entries))} will be deleted from this phone and never reach the order.`,
      action: 'Discard',
    });
    if (yes) await portal.discard(entry);
  };
  return (
    <section className={`${styles.card} ${styles.refused}`} aria-label={titleOf(entry)}>
      <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
        <IconAlertTriangle size={24} aria-hidden />
        {titleOf(entry)}
      </Title>
      {stored && (
        <Text size="sm" className="mono">
          Order {formatTracking(stored.order.trackingNumber)}
        </Text>
      )}
      <Group wrap="nowrap" align="flex-start" mt="sm">
        {picture && (
          <span className={styles.photo} style={{ width: 96, flex: 'none', cursor: 'default' }}>
            <img src={picture} alt="What was not accepted" />
          </span>
        )}
        <div>
          <Text fw={600}>{entry.refusal?.message || 'The server did not say why.'}</Text>
          <Text mt={4}>
            It is still saved on this phone
            {behind > 0 ? `, and ${behind} more ${behind === 1 ? 'waits' : 'wait'} behind it` : ''}.
          </Text>
        </div>
      </Group>
      <Group grow mt="md">
        <Button variant="default" onClick={() => void portal.retry(entry.orderId)}>
          Try again
        </Button>
        <Button variant="outline" color="red" onClick={() => void discard()}>
          Discard
        </Button>
      </Group>
      {askDialog}
    </section>
  );
}

/** The right to the order has run out: the code, or a sign-in, and everything goes on by itself. */
function Reopen({ entry }: { entry: Entry }) {
  const { orders, entries } = usePortal();
  const what = describeEntries(entries.filter((other) => other.orderId === entry.orderId));
  const isOwn = orders.get(entry.orderId)?.openedBy === 'account';
  return (
    <Stack gap="sm">
      <section className={`${styles.card} ${styles.refused}`} aria-label="Not sent yet">
        <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
          <IconAlertTriangle size={24} aria-hidden />
          {isOwn ? 'Sign in again to send what waits' : 'Enter the access code again to send what waits'}
        </Title>
        <Text mt={4}>
          {entry.refusal?.message && `${entry.refusal.message}. `}Saved on this phone: {what}.
        </Text>
        {isOwn && (
          <Button component="a" href={paths.signIn} variant="default" mt="sm">
            Sign in
          </Button>
        )}
      </section>
      {!isOwn && <AccessCard />}
    </Stack>
  );
}

/** What the server would not take, with its reason: kept until the driver has decided. */
export function RefusedEntries() {
  const { entries } = usePortal();
  const refused = entries.filter((entry) => entry.refusal);
  if (refused.length === 0) return null;
  return (
    <Stack gap="sm" role="alert" data-testid="refused">
      {refused.map((entry) => {
        const behind = entries.filter((other) => other.orderId === entry.orderId && other.seq > entry.seq).length;
        return needsNewRight(entry.refusal) ? (
          <Reopen key={entry.seq} entry={entry} />
        ) : (
          <Refused key={entry.seq} entry={entry} behind={behind} />
        );
      })}
    </Stack>
  );
}
