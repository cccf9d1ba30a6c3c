import { UNDO_MS } from '@quickfleet/shared/limits';
import { describe, expect, it } from 'vitest';
import {
  canUndo,
  type DriverAction,
  dependentsOf,
  type Entry,
  isHeld,
  nextEntry,
  nextLateUpload,
  type Refusal,
  shownAsDone,
} from '../storing/entries.ts';

let made = 0;
const entry = (action: Partial<Entry> & Pick<DriverAction, 'kind'>, refusedWith?: number): Entry => {
  const seq = action.seq ?? ++made;
  const refusal: Refusal | undefined = refusedWith
    ? { message: 'No', status: refusedWith, code: 'UNKNOWN' }
    : undefined;
  return {
    orderId: 1,
    at: '2026-03-01T10:00:00.000Z',
    key: `key-${seq}`,
    seq,
    ...action,
    ...(refusal && { refusal }),
  } as Entry;
};
const photo = (itemId = 5, refusedWith?: number) => entry({ kind: 'photo', stage: 'pickup', itemId }, refusedWith);
const signature = (refusedWith?: number) => entry({ kind: 'signature', stage: 'pickup' }, refusedWith);
const move = (refusedWith?: number) => entry({ kind: 'status', status: 'in_transit' }, refusedWith);
const addItem = (itemId: number, refusedWith?: number) => entry({ kind: 'addItem', itemId }, refusedWith);
const never = () => false;

describe('what the office gets of refused things', () => {
  const edit = (photos: number, refusedWith?: number) =>
    entry({ kind: 'editItem', itemId: 5, photos: Array.from({ length: photos }, () => ({})) } as never, refusedWith);

  it('P100 is every photo and signature that was refused for good, once', () => {
    const [move409, sign] = [move(409), signature(409)];
    expect(nextLateUpload([move409, sign], never)).toBe(sign);
    expect(nextLateUpload([{ ...sign, handIn: { state: 'stored', after: 'refused' } }], never)).toBeUndefined();
    expect(nextLateUpload([{ ...sign, handIn: { state: 'refused' } }], never)).toBeUndefined();
    expect(nextLateUpload([sign], () => true)).toBeUndefined();
  });

  it('P100 is the photos of a changed item too, and never words alone', () => {
    const withPhoto = edit(1, 404);
    expect(nextLateUpload([edit(0, 404), withPhoto], never)).toBe(withPhoto);
  });

  it('P100 waits for the code where the code brings the right back, and not where the right has ended', () => {
    const needsCode = edit(1, 401);
    expect(nextLateUpload([needsCode, photo(5, 401)], never)).toBeUndefined();
    const ended = { ...needsCode, refusal: { message: 'Deleted', status: 401, code: 'ACCESS_CODE_ENDED' } };
    const behind = edit(1);
    expect(nextLateUpload([ended], never)).toBe(ended);
    expect(nextLateUpload([{ ...ended, handIn: { state: 'refused' } }, behind], never)).toBe(behind);
  });
});

describe('what is sent next', () => {
  it('P36 is what happened first', () => {
    const all = [photo(), photo(), signature()];
    expect(nextEntry(all, never)).toBe(all[0]);
    expect(nextEntry([], never)).toBeUndefined();
  });

  it('P38 goes past a photo that was refused for good', () => {
    const [refused, sign] = [photo(5, 415), signature()];
    expect(nextEntry([refused, sign], never)).toBe(sign);
  });

  it('P37 evidence goes past an action that was refused, for whatever reason', () => {
    for (const status of [400, 401, 404, 409]) {
      const [refused, evidence] = [move(status), photo()];
      expect(nextEntry([refused, evidence], never)).toBe(evidence);
    }
  });

  it('an action waits where the right to the order is missing, and evidence where it is missing for evidence', () => {
    expect(nextEntry([move(401), move()], never)).toBeUndefined();
    expect(nextEntry([photo(5, 401), photo(), move()], never)).toBeUndefined();
    const waiting = [photo(5, 401), photo()];
    const other = entry({ kind: 'photo', stage: 'pickup', itemId: 9, orderId: 2 });
    expect(nextEntry([...waiting, other], never)).toBe(other);
  });

  it('waits for an item that was refused only with what belongs to that item', () => {
    const waiting = [addItem(-1, 409), photo(-1)];
    const sign = signature();
    expect(nextEntry([...waiting, sign], never)).toBe(sign);
    expect(isHeld(photo(-2), [addItem(-1, 409)])).toBe(false);
  });

  it('leaves an order alone until its pause has ended', () => {
    const other = entry({ kind: 'photo', stage: 'pickup', itemId: 9, orderId: 2 });
    expect(nextEntry([photo(), other], (orderId) => orderId === 1)).toBe(other);
  });
});

describe('what the screen shows as done', () => {
  it('P39 is all that waits, also for want of a right, so that nothing is asked for twice', () => {
    const all = [photo(5, 415), signature(401), move()];
    expect(shownAsDone(all, 1)).toEqual(all.slice(1));
  });

  it('is not what was done to an item that was refused', () => {
    const all = [addItem(-1, 409), photo(-1), photo(5)];
    expect(shownAsDone(all, 1)).toEqual([all[2]]);
    expect(dependentsOf(all[0] as Entry, all)).toEqual([all[1]]);
  });
});

describe('what can still be undone', () => {
  const at = (age: number) => new Date(Date.now() - age).toISOString();
  const held = (age: number) => ({ ...signature(), at: at(age), isUndoable: true });

  it('P116 is not sent, and nothing of its order overtakes it', () => {
    const [first, later] = [held(1000), photo()];
    const other = { ...photo(), orderId: 2 };
    expect(nextEntry([first, later, other], never)).toBe(other);
    expect(nextEntry([held(UNDO_MS + 1), later], never)).toMatchObject({ kind: 'signature' });
    expect(nextEntry([later, held(1000)], never)).toBe(later);
  });

  it('P116 waits no longer when the phone’s clock was set back', () => {
    expect([0, UNDO_MS - 500, UNDO_MS + 1, -3_600_000].map((age) => canUndo(held(age)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
