import { useEffect, useEffectEvent } from 'react';
import { watchMutations } from '../api/one-press.ts';

type Topic = 'order' | 'quote';
/** How long after a call the live event about it may still come. */
const OWN_MS = 5000;
const changedAt = new Map<string, number>();
const listeners = new Set<() => void>();
function remember(key: string): void {
  changedAt.set(key, Date.now());
  for (const notify of listeners) notify();
}

let channel: BroadcastChannel | undefined;
/** The tabs of one browser share the session, so what another of them changes is this person's own change too. */
function otherTabs(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel('quickfleet-own-changes');
    channel.addEventListener('message', ({ data }) => typeof data === 'string' && remember(data));
  }
  return channel;
}

function note(topic: Topic, id: unknown): void {
  if (!Number.isInteger(Number(id)) || Number(id) <= 0) return;
  const key = `${topic}-${Number(id)}`;
  remember(key);
  otherTabs().postMessage(key);
}

/** Whether this person changed it just now, here or in another tab: not news to them. */
export const isOwnChange = (topic: Topic, id: number): boolean =>
  Date.now() - (changedAt.get(`${topic}-${id}`) ?? 0) < OWN_MS;

/** Calls `notify` when a change turned out to be one's own, which may be after its live event came. */
export function useOwnChanges(notify: () => void): void {
  const tell = useEffectEvent(notify);
  useEffect(() => {
    const told = () => tell();
    otherTabs();
    listeners.add(told);
    return () => void listeners.delete(told);
  }, []);
}

const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;

/** Notes what every mutation of an order or a quote changes, when it is sent and when it is answered. */
watchMutations((op, answer) => {
  const [area = ''] = op.path.split('.');
  const topic = { orders: 'order', quotes: 'quote' }[area] as Topic | undefined;
  if (topic === undefined) return;
  note(topic, idIn(op.input));
  // The order that a quote becomes is known by the answer alone.
  if (answer && 'data' in answer.result)
    note(op.path === 'quotes.convertToOrder' ? 'order' : topic, idIn(answer.result.data));
});
