import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { IconAlertTriangle } from '@tabler/icons-react';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useAsk } from '../asking/use-ask.tsx';
import { portal, usePortal } from '../outbox/portal.ts';
import {
  dependentsOf,
  describeEntries,
  type Entry,
  holdsEvidence,
  isStored,
  needsNewRight,
  photosOf,
} from '../outbox/storing/entries.ts';
import { previewOf } from '../outbox/storing/pictures.ts';
import { AccessCard, SignInLink } from './access-card.tsx';
import styles from './driver.module.css';

const stageWord = { pickup: 'Pickup', delivery: 'Delivery' } as const;

function titleOf(entry: Entry): string {
  switch (entry.kind) {
    case 'photo':
    case 'stopPhoto':
      return `${stageWord[entry.stage]} photo was refused`;
    case 'flag':
      return `${stageWord[entry.stage]} status was not accepted`;
    case 'signature':
      return `${stageWord[entry.stage]} signature was refused`;
    case 'attempt':
      return entry.outcome === 'done' ? 'Handover without a signature was refused' : 'The failure report was refused';
    case 'pin':
      return 'PIN was not accepted';
    case 'scan':
      return 'Scan of a parcel was not accepted';
    case 'charge':
      return `Charge for ${entry.label} was not accepted`;
    case 'delay':
      return 'Running late was not accepted';
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
const picturesOf = (entry: Entry): Picture[] =>
  entry.kind === 'signature'
    ? [{ blob: entry.image, fileName: entry.fileName }]
    : photosOf(entry).map(({ blob, name }) => ({ blob, fileName: name }));

function whereabouts(entry: Entry): string {
  if (isStored(entry)) return 'The office has it, kept with the order. It did not change the order.';
  if (holdsEvidence(entry) && !entry.handIn) return 'Saved on this phone. The office gets it as evidence.';
  return 'It is still saved on this phone.';
}

function SaveToPhone({ pictures }: { pictures: readonly Picture[] }) {
  if (pictures.length === 0) return null;
  return (
    <Button
      variant="default"
      onClick={() => {
        for (const { blob, fileName } of pictures) saveFile(blob, fileName);
      }}
    >
      Save to phone
    </Button>
  );
}

/** Deletes entries that the office does not have, after a question that says so. */
function useRemove() {
  const { ask, askDialog } = useAsk();
  const remove = async (entries: readonly Entry[]) => {
    const [first] = entries;
    const isSure =
      entries.every(isStored) ||
      (await ask({
        title: 'Remove this for good?',
        text: `${describeEntries(entries)} will be deleted from this phone and never reach the order.`,
        action: 'Remove',
      }));
    if (first && isSure) for (const entry of entries) await portal.discard(entry);
  };
  return { remove, askDialog };
}

/** An entry the server refused for good; the rest is still sent. */
function Refused({ entry, label }: { entry: Entry; label: string }) {
  const { remove, askDialog } = useRemove();
  const { orders, entries } = usePortal();
  const stored = orders.get(entry.orderId);
  const pictures = picturesOf(entry);
  const [picture] = pictures;
  const behind = dependentsOf(entry, entries);
  const isDone = isStored(entry);
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
            {whereabouts(entry)}
            {behind.length > 0 && ` ${behind.length} more ${behind.length === 1 ? 'waits' : 'wait'} behind it.`}
          </Text>
        </div>
      </Group>
      <div className={styles.choices}>
        {entry.kind !== 'pin' && entry.refusal?.code !== 'ORDER_DELETED' && (
          <Button variant="default" onClick={() => void portal.retry(entry)}>
            Try again
          </Button>
        )}
        <SaveToPhone pictures={pictures} />
        <Button
          {...(isDone ? { variant: 'default' } : { variant: 'outline', color: 'red' })}
          onClick={() => void remove([entry, ...behind])}
        >
          {isDone ? 'OK' : holdsEvidence(entry) ? 'Remove' : 'Dismiss'}
        </Button>
      </div>
      {askDialog}
    </section>
  );
}

/** The right to the order has expired: with the code or a sign-in everything is sent automatically. */
function Reopen({ entry, hasCodeField }: { entry: Entry; hasCodeField: boolean }) {
  const { orders, entries } = usePortal();
  const { remove, askDialog } = useRemove();
  const waiting = entries.filter((other) => other.orderId === entry.orderId);
  const pictures = waiting.filter((other) => !isStored(other)).flatMap(picturesOf);
  const isOwn = orders.get(entry.orderId)?.openedBy === 'account';
  return (
    <Stack gap="sm">
      <section className={`${styles.card} ${styles.refused}`} aria-label="Not sent yet">
        <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
          <IconAlertTriangle size={24} aria-hidden />
          {isOwn ? 'Sign in again to send what’s waiting' : 'Enter the access code again to send what’s waiting'}
        </Title>
        <Text mt={4}>
          {entry.refusal?.message && `${entry.refusal.message}. `}Saved on this phone: {describeEntries(waiting)}.
          {waiting.some(isStored) && ' The office has the photos, kept with the order.'}
        </Text>
        <div className={styles.choices}>
          {isOwn && (
            <Button renderRoot={(props) => <SignInLink {...props} />} variant="default">
              Sign in
            </Button>
          )}
          <SaveToPhone pictures={pictures} />
          <Button variant="outline" color="red" onClick={() => void remove(waiting)}>
            Remove
          </Button>
        </div>
        {askDialog}
      </section>
      {!isOwn && !hasCodeField && <AccessCard />}
    </Stack>
  );
}

export interface RefusedEntriesProps {
  hasCodeField?: boolean;
  shownElsewhere?: (entry: Entry) => boolean;
}
/** Refused entries with the reason, kept until the driver has decided. */
export function RefusedEntries({ hasCodeField = false, shownElsewhere }: RefusedEntriesProps) {
  const { entries } = usePortal();
  const refused = entries.filter((entry) => entry.refusal && !shownElsewhere?.(entry));
  // One card for each order with a missing right, however much of it waits.
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
