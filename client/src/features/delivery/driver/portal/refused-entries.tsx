import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useAsk } from '../asking/use-ask.tsx';
import { portal, usePortal } from '../outbox/portal.ts';
import {
  dependentsOf,
  describeEntries,
  type Entry,
  holdsEvidence,
  isFor,
  isStored,
  needsNewRight,
  photosOf,
} from '../outbox/storing/entries.ts';
import { previewOf } from '../outbox/storing/pictures.ts';
import { AccessCard, SignInLink } from './access-card.tsx';
import styles from './driver.module.css';

const stageWords = {
  pickup: {
    photo: t('Pickup photo was refused'),
    flag: t('Pickup status was not accepted'),
    signature: t('Pickup signature was refused'),
  },
  delivery: {
    photo: t('Delivery photo was refused'),
    flag: t('Delivery status was not accepted'),
    signature: t('Delivery signature was refused'),
  },
} as const;

function titleOf(entry: Entry): string {
  switch (entry.kind) {
    case 'photo':
    case 'stopPhoto':
      return stageWords[entry.stage].photo;
    case 'flag':
      return stageWords[entry.stage].flag;
    case 'signature':
      return stageWords[entry.stage].signature;
    case 'attempt':
      return entry.outcome === 'done'
        ? t('Handover without a signature was refused')
        : t('The failure report was refused');
    case 'pin':
      return t('PIN was not accepted');
    case 'scan':
      return t('Scan of a parcel was not accepted');
    case 'charge':
      return t('Charge for {label} was not accepted', { label: entry.label });
    case 'collected':
      return t('What was collected was not accepted');
    case 'delay':
      return t('Running late was not accepted');
    case 'status':
      return t('Move to In Transit was not accepted');
    case 'addItem':
      return t('New item {name} was not accepted', { name: entry.name });
    case 'editItem':
      return t('Change of {name} was not accepted', { name: entry.name });
    case 'deleteItem':
      return t('Deleting an item was not accepted');
  }
}

/** Two cards of the same name are numbered for readers. */
function labelOf(entry: Entry, shown: readonly Entry[]): string {
  const same = shown.filter((other) => titleOf(other) === titleOf(entry));
  if (same.length === 1) return titleOf(entry);
  const [number, total] = [same.indexOf(entry) + 1, same.length];
  return t('{title}, {number} of {total}', { title: titleOf(entry), number, total });
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
  if (isStored(entry)) return t('The office has it, kept with the order. It did not change the order.');
  if (holdsEvidence(entry) && !entry.handIn) return t('Saved on this phone. The office gets it as evidence.');
  return t('It is still saved on this phone.');
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
      {t('Save to phone')}
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
        title: t('Remove this for good?'),
        text: t('{what} will be deleted from this phone and never reach the order.', {
          what: describeEntries(entries),
        }),
        action: t('Remove'),
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
  const count = behind.length;
  const isDone = isStored(entry);
  return (
    <section className={`${styles.card} ${styles.refused}`} aria-label={label}>
      <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
        <IconAlertTriangle size={24} aria-hidden />
        {titleOf(entry)}
      </Title>
      {stored && (
        <Text size="sm" className="mono">
          {t('Order {number}', { number: formatTracking(stored.order.trackingNumber) })}
        </Text>
      )}
      <Group wrap="nowrap" align="flex-start" mt="sm">
        {picture && (
          <span className={styles.photo} style={{ width: 96, flex: 'none', cursor: 'default' }}>
            <img src={previewOf(String(entry.seq), picture.blob)} alt={t('What was refused')} />
          </span>
        )}
        <div>
          <Text fw={600}>{entry.refusal?.message || t('The server did not say why.')}</Text>
          <Text mt={4}>
            {whereabouts(entry)}
            {count > 0 &&
              ` ${t('{count, plural, one {# more waits behind it.} other {# more wait behind it.}}', { count })}`}
          </Text>
        </div>
      </Group>
      <div className={styles.choices}>
        {entry.kind !== 'pin' && entry.refusal?.code !== 'ORDER_DELETED' && (
          <Button variant="default" onClick={() => void portal.retry(entry)}>
            {t('Try again')}
          </Button>
        )}
        <SaveToPhone pictures={pictures} />
        <Button
          {...(isDone ? { variant: 'default' } : { variant: 'outline', color: 'red' })}
          onClick={() => void remove([entry, ...behind])}
        >
          {isDone ? t('OK') : holdsEvidence(entry) ? t('Remove') : t('Dismiss')}
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
  const waiting = entries.filter((other) => isFor(other, entry.orderId));
  const pictures = waiting.filter((other) => !isStored(other)).flatMap(picturesOf);
  const isOwn = orders.get(entry.orderId)?.openedBy === 'account';
  return (
    <Stack gap="sm">
      <section className={`${styles.card} ${styles.refused}`} aria-label={t('Not sent yet')}>
        <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
          <IconAlertTriangle size={24} aria-hidden />
          {isOwn ? t('Sign in again to send what’s waiting') : t('Enter the access code again to send what’s waiting')}
        </Title>
        <Text mt={4}>
          {entry.refusal?.message && `${entry.refusal.message}. `}
          {t('Saved on this phone: {what}.', { what: describeEntries(waiting) })}
          {waiting.some(isStored) && ` ${t('The office has the photos, kept with the order.')}`}
        </Text>
        <div className={styles.choices}>
          {isOwn && (
            <Button renderRoot={(props) => <SignInLink {...props} />} variant="default">
              {t('Sign in')}
            </Button>
          )}
          <SaveToPhone pictures={pictures} />
          <Button variant="outline" color="red" onClick={() => void remove(waiting)}>
            {t('Remove')}
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
