// Sends what waits: in the order in which it happened, one tab at a time, again and again until the server has it or
// refuses it.

import { UNDO_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { HttpError } from '../../../../../lib/api/http.ts';
import { withLateUpload } from '../late-uploads.ts';
import { type OpenOrders, renewRight } from '../open-orders.ts';
import type { PortalStore } from '../portal-store.ts';
import type { Contents, StoredOrder } from '../storing/contents.ts';
import {
  apart,
  canUndo,
  type Entry,
  isEvidence,
  isFor,
  isStored,
  needsNewRight,
  nextEntry,
  nextLateUpload,
  ordersOf,
  type Refusal,
  withoutRefusal,
  withoutUndo,
} from '../storing/entries.ts';
import { keepPreview, keepThumbnail, type Shrinker, urlOfSent } from '../storing/pictures.ts';
import { hasItemChanges, refreshed, withAnswer } from '../storing/stored-order.ts';
import { classifyAnswer, isAlreadyDone, isMoot, isMootAfter, readAgain, refusalOf } from './calls.ts';
import { type Answer, sendEntry } from './send-entry.ts';

const LOCK = 'quickfleet-driver-outbox';

/**
 * Runs `work` unless another tab is at it, and answers whether it ran. Without Web Locks (plain http on a local
 * network) each tab runs it, and the idempotency keys keep each action single.
 */
async function inOneTab(work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) {
    await work();
    return true;
  }
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

const NOT_FOUND = 404;
const NO_RIGHT = 401;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** How soon to look again while another tab is sending. */
const OTHER_TAB_MS = 3000;

/** Back-off with jitter, so that phones of one cell do not all come back in the same second. */
const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

type ItemIdOf = (itemId: number) => number;
type Outcome = 'done' | 'again' | 'unreachable' | 'later';

export class Sender {
  readonly #store: PortalStore;
  readonly #shrinker: Shrinker;
  readonly #orders: Pick<OpenOrders, 'finishLeaving' | 'reload'>;
  #isRunning = false;
  #isAskedAgain = false;
  /** The driver asked to try although the browser says it is offline; reset by the next failure. */
  #ignoresBrowser = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** What waited when the last thing was sent. */
  #known: readonly Entry[] = [];
  /** What this page made final when its time to be undone was over. */
  readonly #finished = new Set<number>();
  /** Orders the server cannot answer for at the moment, and until when they are left alone. */
  readonly #notBefore = new Map<number, number>();

  constructor(store: PortalStore, shrinker: Shrinker, orders: Pick<OpenOrders, 'finishLeaving' | 'reload'>) {
    this.#store = store;
    this.#shrinker = shrinker;
    this.#orders = orders;
  }

  #onReach(isReachable: boolean, retryAt?: number): void {
    this.#store.show({ isReachable, retryAt });
  }
  #onSending(entry?: Entry, progress = 0): void {
    this.#store.show({ sending: entry && { seq: entry.seq, progress } });
  }
  #onRefused(entry: Entry, refusal: Refusal): void {
    void this.#store.refreshAll();
    this.#store.emit({ type: 'refused', entry, refusal });
    // A deleted order leaves this phone.
    if (refusal.status === NOT_FOUND) void this.#orders.reload();
  }

  /** Tries now, without waiting for a pause to end. */
  wake({ isAsked = false } = {}): void {
    this.#ignoresBrowser ||= isAsked;
    clearTimeout(this.#timer);
    this.#notBefore.clear();
    this.#isAskedAgain = true;
    if (!this.#isRunning) void this.#run();
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), ms);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      do {
        this.#isAskedAgain = false;
        const hadTurn = await inOneTab(() => this.#drain());
        if (!hadTurn) this.#later(OTHER_TAB_MS);
      } while (this.#isAskedAgain);
    } catch (error) {
      console.error(error);
      this.#later(LONGEST_PAUSE_MS);
    } finally {
      this.#isRunning = false;
    }
  }

  async #drain(): Promise<void> {
    // A right that a change has renewed in vain can still be missing when its evidence is sent.
    const renewed = new Set<number>();
    const renewedForEvidence = new Set<number>();
    for (;;) {
      const contents = await this.#store.refresh();
      this.#known = contents.entries;
      const isPaused = (orderId: number) => (this.#notBefore.get(orderId) ?? 0) > Date.now();
      const due = nextEntry(contents.entries, isPaused);
      // Last, because the entries sent before may have made it unnecessary.
      const entry = due ?? nextLateUpload(contents.entries, isPaused);
      if (!entry) return this.#waitForPauses(contents);
      if (entry.isUndoable) {
        await this.#finish(entry);
        continue;
      }
      if (!navigator.onLine && !this.#ignoresBrowser) return this.#onReach(false);
      const outcome = await (due
        ? this.#attempt(due, contents, renewed)
        : this.#uploadEvidence(entry, contents, renewedForEvidence));
      if (outcome === 'done') {
        this.#failures = 0;
        this.#onReach(true);
        continue;
      }
      if (outcome === 'again') continue;
      this.#failures += 1;
      const pause = pauseAfter(this.#failures);
      if (outcome === 'unreachable') {
        this.#ignoresBrowser = false;
        this.#onReach(false, Date.now() + pause);
        return this.#later(pause);
      }
      for (const orderId of ordersOf(entry)) this.#notBefore.set(orderId, Date.now() + pause);
      this.#onReach(true, Date.now() + pause);
    }
  }

  /** Sends an entry once it can no longer be undone; without a network it is final then too. */
  finishLater(entry: Entry): void {
    const left = canUndo(entry) ? Date.parse(entry.at) + UNDO_MS - Date.now() : 0;
    setTimeout(() => void this.#finish(entry).then(() => this.wake()), left + 1);
  }

  async #finish({ seq }: Entry): Promise<void> {
    const { entries } = await this.#store.database.read();
    const entry = entries.find((other) => other.seq === seq);
    // It was undone, or the driver's next step made it final.
    if (!entry?.isUndoable || this.#finished.has(seq)) return;
    this.#finished.add(seq);
    await this.#store.database.commit({ amend: { seq, change: withoutUndo } });
    const contents = await this.#store.refresh();
    this.#store.notifyTabs();
    if (contents.entries.some((other) => other.seq === seq)) this.#store.emit({ type: 'final', entry });
  }

  #waitForPauses({ entries }: Contents): void {
    const pauses = [
      ...entries.map((entry) => this.#notBefore.get(entry.orderId)).filter((until) => until !== undefined),
      ...entries.filter((entry) => canUndo(entry)).map(({ at }) => Date.parse(at) + UNDO_MS),
    ];
    if (pauses.length > 0) this.#later(Math.max(0, Math.min(...pauses) - Date.now()) + 1);
  }

  async #send(entry: Entry, { order }: StoredOrder, itemIdOf: ItemIdOf, how: 'done' | 'evidence'): Promise<Answer> {
    this.#onSending(entry);
    const onProgress = (progress: number) => this.#onSending(entry, progress);
    return sendEntry(await this.#shrinker.ready(entry), { order, itemIdOf, onProgress }, how);
  }

  async #attempt(entry: Entry, { orders, itemIds }: Contents, renewed: Set<number>): Promise<Outcome> {
    const { database } = this.#store;
    const stored = orders.get(entry.orderId);
    const itemIdOf = (itemId: number) => itemIds.get(itemId) ?? itemId;
    if (!stored) {
      // Another tab removed its order: the code brings it back, so nothing is given up.
      await this.#refuse(entry, {
        message: t('This order is not open on this phone any more'),
        status: 401,
        code: 'CODE_REQUIRED',
      });
      return 'done';
    }
    try {
      const answer = await this.#send(entry, stored, itemIdOf, 'done');
      await this.#settle(entry, stored, answer, itemIdOf);
      return 'done';
    } catch (error) {
      const answer = classifyAnswer(error);
      if (!(error instanceof HttpError)) console.warn('Not sent yet', error);
      if (answer === 'unreachable' || answer === 'later') return answer;
      const isWrongPin = entry.kind === 'pin';
      if (entry.alsoFor?.length && !isWrongPin && !(error instanceof HttpError && error.status === NO_RIGHT)) {
        await this.#takeApart(entry);
        return 'again';
      }
      // No code brings a deleted order back, so the refusal counts for all its entries.
      const deleted = this.#known.find(
        ({ orderId, refusal: other }) => orderId === entry.orderId && other?.code === 'ORDER_DELETED',
      );
      if (answer === 'reopen' && deleted?.refusal) {
        await this.#refuse(entry, deleted.refusal);
        return 'done';
      }
      let refusal = refusalOf(error);
      if (answer === 'reopen' && !renewed.has(entry.orderId)) {
        renewed.add(entry.orderId);
        const { how, refusal: codeRefusal } = await renewRight(this.#store, stored);
        refusal = codeRefusal ?? refusal;
        if (how === 'unreachable') return 'unreachable';
        // A replaced code opens nothing, but evidence made with it may still be uploaded.
        if (how === 'renewed' || (how === 'code refused' && isEvidence(entry))) return 'again';
      }
      // The order's present state is shown, and never overwritten.
      const present = await readAgain(stored).catch((failure: unknown) => {
        if (refusalOf(failure).code === 'ORDER_DELETED') refusal = refusalOf(failure);
        return undefined;
      });
      if (present && isAlreadyDone(entry, present, 'itemId' in entry ? itemIdOf(entry.itemId) : 0)) {
        await this.#settle(entry, stored, { order: present }, itemIdOf);
        return 'done';
      }
      if (present) {
        const order = refreshed(stored, present);
        const dropEntries = isMoot(entry, present) ? [entry.seq] : [];
        await database.commit({
          order,
          hasOwnItems: hasItemChanges([entry], present.id),
          dropEntries,
          notes: (notes) => withAnswer(notes, present),
        });
        if (dropEntries.length > 0) {
          // The driver gets a message and has nothing to decide.
          this.#onRefused(entry, refusal);
          return 'done';
        }
      }
      await this.#refuse(entry, refusal);
      return 'done';
    } finally {
      this.#onSending();
    }
  }

  /** Sends the evidence of what was refused to the office, which keeps it with the order. */
  async #uploadEvidence(entry: Entry, { orders, itemIds }: Contents, renewed: Set<number>): Promise<Outcome> {
    const { database } = this.#store;
    const stored = orders.get(entry.orderId);
    const note = (handIn: NonNullable<Entry['handIn']>) =>
      database.commit({ amend: { seq: entry.seq, change: (action) => ({ ...action, handIn }) } });
    try {
      if (!stored) throw new HttpError('This order is not on this phone', 404, 'ORDER_NOT_FOUND', undefined);
      const itemIdOf = (itemId: number) => itemIds.get(itemId) ?? itemId;
      const answer = await this.#send(entry, stored, itemIdOf, 'evidence');
      const after = answer.late?.after;
      // An ended order leaves nothing to decide; text that was changed with the photos does.
      if (after !== 'refused' && isEvidence(entry)) await this.#settle(entry, stored, answer, itemIdOf);
      else await note({ state: 'stored', after });
      return 'done';
    } catch (error) {
      const answer = classifyAnswer(error);
      if (answer === 'unreachable' || answer === 'later') return answer;
      if (answer === 'reopen' && stored && !renewed.has(entry.orderId)) {
        renewed.add(entry.orderId);
        const { how } = await renewRight(this.#store, stored);
        if (how === 'unreachable') return 'unreachable';
        if (how === 'renewed' || how === 'code refused') return 'again';
      }
      const refusal = refusalOf(error);
      // The right is missing: with the code it is sent again from the start.
      if (needsNewRight(refusal)) await this.#refuse(entry, refusal);
      else await note({ state: 'refused' });
      return 'done';
    } finally {
      this.#onSending();
    }
  }

  /** A refused call of a stop has changed nothing: each of its orders is asked about alone. */
  async #takeApart(entry: Entry): Promise<void> {
    await this.#store.database.commit({ split: { seq: entry.seq, into: apart(await this.#shrinker.ready(entry)) } });
  }

  async #refuse(entry: Entry, refusal: Refusal): Promise<void> {
    const { database } = this.#store;
    if (isMootAfter(entry, refusal)) await database.commit({ dropEntries: [entry.seq] });
    else await database.commit({ amend: { seq: entry.seq, change: (action) => ({ ...action, refusal }) } });
    this.#onRefused(entry, refusal);
  }

  /** Earlier refused tries of the same that the office has as evidence: this one counted instead. */
  #replacedBy(entry: Entry): number[] {
    if (entry.kind !== 'signature' && entry.kind !== 'attempt') return [];
    const stop = entry.kind === 'signature' ? entry.stage : entry.stop;
    return this.#known
      .filter((other) => isFor(entry, other.orderId) && other.seq < entry.seq && isStored(other))
      .filter(
        (other) =>
          (other.kind === 'signature' && other.stage === stop) || (other.kind === 'attempt' && other.stop === stop),
      )
      .map(({ seq }) => seq);
  }

  /** Sends entries that were refused for missing proof again once a proof of their order has arrived. */
  async #retryWithout(sent: Entry): Promise<void> {
    for (const orderId of ordersOf(sent)) await this.#retryOf(orderId, sent);
  }
  async #retryOf(orderId: number, { kind, seq: sent }: Entry): Promise<void> {
    if (kind !== 'pin' && kind !== 'photo' && kind !== 'stopPhoto' && kind !== 'scan') return;
    const { entries } = await this.#store.database.read();
    const own = entries.filter((entry) => isFor(entry, orderId) && entry.seq !== sent);
    if (own.some((entry) => entry.kind === kind && !entry.refusal)) return;
    for (const { seq, refusal } of own)
      if (refusal?.code === 'PROOF_MISSING')
        await this.#store.database.commit({ amend: { seq, change: withoutRefusal } });
  }

  async #settle(
    entry: Entry,
    stored: StoredOrder,
    { order, newItemId, late, others }: Answer,
    itemIdOf: ItemIdOf,
  ): Promise<void> {
    const { database } = this.#store;
    const { orders } = this.#store.state;
    for (const [orderId, answer] of others ?? []) {
      const known = orders.get(orderId);
      if (!known) continue;
      await database.commit({
        ...(answer.order && { order: refreshed(known, answer.order) }),
        notes: (notes) => ({
          ...(answer.order ? withAnswer(notes, answer.order) : notes),
          ...(answer.late && {
            handedIn: withLateUpload(
              notes.handedIn ?? [],
              { ...entry, orderId },
              known.order.trackingNumber,
              answer.late.after,
            ),
          }),
        }),
      });
    }
    const url = order && urlOfSent(entry, order, itemIdOf);
    if (url) keepPreview(String(entry.seq), url);
    const { trackingNumber } = stored.order;
    await database.commit({
      ...(order && { order: refreshed(stored, order), hasOwnItems: hasItemChanges([entry], order.id) }),
      dropEntries: [entry.seq, ...(late ? [] : this.#replacedBy(entry))],
      ...(entry.kind === 'addItem' && newItemId !== undefined
        ? { itemId: { localId: entry.itemId, id: newItemId } }
        : {}),
      notes: (notes) => ({
        ...(order ? withAnswer(notes, order) : notes),
        ...(late && { handedIn: withLateUpload(notes.handedIn ?? [], entry, trackingNumber, late.after) }),
      }),
    });
    if (!late) await this.#retryWithout(entry);
    if (url) await keepThumbnail(database, entry, url);
    const contents = await this.#store.refresh();
    if (!late) {
      this.#store.notifyTabs();
      this.#store.emit({ type: 'sent', entry, contents });
      if (contents.entries.length === 0) void this.#orders.finishLeaving();
    } else if (!contents.entries.some((other) => isFor(other, entry.orderId) && isEvidence(other))) {
      this.#store.notifyTabs();
      // The order as the office has it now, or none.
      void this.#orders.reload();
    }
  }
}
