import { openWithCode } from './calls.ts';
import { classifyAnswer } from './classify-answer.ts';
import type { StoredOrder } from './contents.ts';
import type { PortalStore } from './portal-store.ts';
import { isExpired, readAnew } from './stored-order.ts';

export type Renewal = 'renewed' | 'code refused' | 'no code' | 'unreachable';

/** Opens an order again whose session has expired, with the code that this phone still knows. */
export async function renewRight(store: PortalStore, stored: StoredOrder): Promise<Renewal> {
  const { accessCode, id } = stored.order;
  if (stored.openedBy === 'account' || !accessCode) return 'no code';
  if (isExpired(stored) && !store.isWaitedFor(id)) return 'no code';
  try {
    const order = await openWithCode(accessCode);
    await store.vault.commit({ order: { ...readAnew(stored, order), isCodeDead: false } });
    return 'renewed';
  } catch (error) {
    if (['unreachable', 'later'].includes(classifyAnswer(error))) return 'unreachable';
    await store.vault.commit({ order: { ...stored, isCodeDead: true } });
    return 'code refused';
  }
}
