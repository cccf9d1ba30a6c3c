import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { formatTracking } from '@quickfleet/shared/tracking-number';
import { IconAlertTriangle } from '@tabler/icons-react';
import { saveFile } from '../../lib/save-file.ts';
import { AccessCard } from './access-card.tsx';
import styles from './driver.module.css';
import { describeEntries, type Entry, isEvidence, needsNewRight } from './outbox/entries.ts';
import { previewOf } from './outbox/previews.ts';
import { heldBehind } from './outbox/queue.ts';
import { portal, usePortal } from './outbox/use-portal.ts';
import { useAsk } from './use-ask.tsx';

const stageWord = { pickup: 'Pickup', delivery: 'Delivery' } as const;

function titleOf(entry: Entry): string {
  switch (entry.kind) {
    case 'photo':
      return `${stageWord[entry.stage]} photo was refused`;
    case 'flag':
      return `${stageWord[entry.stage]} status was not accepted`;
    case 'signature':
      return `${stageWord[entry.stage]} signature was refused`;
    case 'attempt':
      return entry.outcome === 'done'
        ? 'Handover without a signature was refused'
        : 'What did not work out was refused';
    case 'pin':
      return 'PIN was not accepted';
    case 'scan':
      return 'Scan of a parcel was not accepted';
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

/** Two cards of the same name are numbered for readers. */
function labelOf(entry: Entry, shown: readonly Entry[]): string {
  const same = shown.filter((other) => titleOf(other) === titleOf(entry));
  return same.length === 1 ? titleOf(entry) : `${titleOf(entry)}, ${same.indexOf(entry) + 1} of ${same.length}`;
}

interface Picture {
  blob: Blob;
  fileName: string;
}
function pictureOf(entry: Entry): Picture | undefined {
  if (entry.kind === 'photo') return { blob: entry.photo.blob, fileName: entry.photo.name };
  return entry.kind === 'signature' ? { blob: entry.image, fileName: entry.fileName } : undefined;
}

/** What the server refused for good: it is set aside, and the rest is sent. */
function Refused({ entry, label }: { entry: Entry; label: string }) {
  const { ask, askDialog } = useAsk();
  const { orders, entries } = usePortal();
  const stored = orders.get(entry.orderId);
  const picture = pictureOf(entry);
  const behind = heldBehind(entry, entries);
  const remove = async () => {
    const yes = await ask({
      title: 'Remove this for good?',
      text: `${describeEntries([entry, ...behind])} will be deleted from this phone and never reach the order.`,
      action: 'Remove',
    });
    if (yes) await portal.discard(entry);
  };
  return (
    <section className={`${styles.card} ${styles.refused}`} aria-label={label}>
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
            <img src={previewOf(String(entry.seq), picture.blob)} alt="What was refused" />
          </span>
        )}
        <div>
          <Text fw={600}>{entry.refusal?.message || 'The server did not say why.'}</Text>
          <Text mt={4}>
            It is still saved on this phone
            {behind.length > 0 && `, and ${behind.length} more ${behind.length === 1 ? 'waits' : 'wait'} behind it`}.
          </Text>
        </div>
      </Group>
      <div className={styles.choices}>
        <Button variant="default" onClick={() => void portal.retry(entry)}>
          Try again
        </Button>
        {picture && (
          <Button variant="default" onClick={() => saveFile(picture.blob, picture.fileName)}>
            Save to phone
          </Button>
        )}
        <Button variant="outline" color="red" onClick={() => void remove()}>
          {isEvidence(entry) ? 'Remove' : 'Dismiss'}
        </Button>
      </div>
      {askDialog}
    </section>
  );
}

/** The right to the order has expired: with the code or a sign-in everything is sent by itself. */
function Reopen({ entry, hasCodeField }: { entry: Entry; hasCodeField: boolean }) {
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
      {!isOwn && !hasCodeField && <AccessCard />}
    </Stack>
  );
}

/** What the server would not take, with its reason: kept until the driver has decided. */
export function RefusedEntries({ hasCodeField = false }: { hasCodeField?: boolean }) {
  const { entries } = usePortal();
  const refused = entries.filter((entry) => entry.refusal);
  // One card for each order whose right is missing, however much of it waits.
  const shown = refused.filter(
    (entry, at) =>
      !needsNewRight(entry.refusal) ||
      refused.findIndex((other) => other.orderId === entry.orderId && needsNewRight(other.refusal)) === at,
  );
  if (shown.length === 0) return null;
  return (
    <Stack gap="sm" role="alert" data-testid="refused">
      {shown.map((entry) =>
        needsNewRight(entry.refusal) ? (
          <Reopen key={entry.seq} entry={entry} hasCodeField={hasCodeField} />
        ) : (
          <Refused key={entry.seq} entry={entry} label={labelOf(entry, shown)} />
        ),
      )}
    </Stack>
  );
}
