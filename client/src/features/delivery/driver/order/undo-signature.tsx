import { Button, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { UNDO_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useForAWhile } from '../../../../lib/hooks/use-for-a-while.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { portal, usePortal } from '../outbox/portal.ts';
import type { SignatureDraft } from '../outbox/storing/contents.ts';
import { canUndo, type Entry, type EntryOf, ordersOf, type Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';

/** The signature of this order that can still be undone, until its six seconds are over. */
export function useUndoable(entries: readonly Entry[]): EntryOf<'signature'> | undefined {
  const found = entries.filter((entry) => entry.kind === 'signature').find((entry) => canUndo(entry));
  const left = found ? Date.parse(found.at) + UNDO_MS - Date.now() : 0;
  // Looked at once more when it is over.
  useForAWhile(found?.key, left + 1);
  return found;
}

const LOOK_MS = 250;

function Seconds({ until }: { until: number }) {
  const now = useNow(LOOK_MS);
  return <span className="tabular">{Math.max(1, Math.ceil((until - now) / 1000))}</span>;
}

function doneWords(stage: Stage, count: number, name: string): string {
  if (name === '')
    return stage === 'pickup'
      ? t('{count, plural, one {The item is picked up.} other {All # items are picked up.}}', { count })
      : t('{count, plural, one {The item is delivered.} other {All # items are delivered.}}', { count });
  return stage === 'pickup'
    ? t('{count, plural, one {# item is} other {All # items are}} picked up. Signed by {name}.', { count, name })
    : t('{count, plural, one {# item is} other {All # items are}} delivered. Signed by {name}.', { count, name });
}

interface UndoSignatureProps {
  order: Order;
  entry: EntryOf<'signature'>;
  onUndone: () => void;
}
/** What the signature did, and a way back to the pad while nothing of it was sent. */
export function UndoSignature({ order, entry, onUndone }: UndoSignatureProps) {
  const { stage, customerName: name, relation = '', strokes } = entry;
  const { orders } = usePortal();
  const itemsOf = (id: number) => (id === order.id ? order : orders.get(id)?.order)?.items.length ?? 0;
  const count = ordersOf(entry).reduce((sum, id) => sum + itemsOf(id), 0);
  const [isUndoing, setUndoing] = useState(false);
  const undo = async () => {
    setUndoing(true);
    const draft: SignatureDraft = {
      ...{ dialog: 'signature', orderId: entry.orderId, alsoFor: entry.alsoFor ?? [], stage, name, relation },
      isTyped: !strokes,
      ...(strokes ? { strokes } : {}),
    };
    if (await portal.undo(entry, draft)) onUndone();
  };
  return (
    <div className={styles.undoBar}>
      <Text role="status" lh={1.25}>
        {doneWords(stage, count, name)}
      </Text>
      <Button
        variant="default"
        style={{ flex: 'none' }}
        disabled={isUndoing}
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        onClick={() => void undo()}
      >
        <span>
          {rich('Undo {seconds}', {
            seconds: (
              <span aria-hidden>
                (<Seconds until={Date.parse(entry.at) + UNDO_MS} />)
              </span>
            ),
          })}
        </span>
      </Button>
    </div>
  );
}
