import type { PortalStore } from '../portal-store.ts';
import type { StoredOrder } from '../storing/contents.ts';
import type { Refusal } from '../storing/entries.ts';
import { changeItems, isExpired, readAnew } from '../storing/stored-order.ts';
import { openWithCode } from './calls.ts';
import { classifyAnswer, refusalOf } from './classify-answer.ts';

export interface Renewal {
  how: 'renewed' | 'code refused' | 'no code' | 'unreachable';
  /** What the server said to the code. */
  refusal?: Refusal;
}

/** After the session has expired, opens an order again with the code that this phone still knows. */
export async function renewRight(store: PortalStore, stored: StoredOrder): Promise<Renewal> {
  const { accessCode, id } = stored.order;
  if (stored.openedBy === 'account' || !accessCode) return { how: 'no code' };
  if (isExpired(stored) && !store.isWaitedFor(id)) return { how: 'no code' };
  try {
    const order = await openWithCode(accessCode);
    await store.vault.commit({
      order: { ...readAnew(stored, order), isCodeDead: false },
      hasOwnItems: changeItems(store.state.entries, id),
    });
    return { how: 'renewed' };
  } catch (error) {
    if (['unreachable', 'later'].includes(classifyAnswer(error))) return { how: 'unreachable' };
    await store.vault.commit({ order: { ...stored, isCodeDead: true } });
    return { how: 'code refused', refusal: refusalOf(error) };
  }
}
