// Sends what waits: in the order in which it happened, one tab at a time, again and again until the server has it or
// refuses it.

import type { Order } from '@quickfleet/shared/delivery/orders';
import { HttpError } from '../../../../../lib/api/http.ts';
import { withHandedIn } from '../handed-in.ts';
import type { Contents, StoredOrder } from '../storing/contents.ts';
import { type Entry, isEvidence, isStored, needsNewRight, type Refusal, withoutRefusal } from '../storing/entries.ts';
import { withAnswer } from '../storing/kept-rows.ts';
import { keepPreview } from '../storing/previews.ts';
import { changeItems, readAnew } from '../storing/stored-order.ts';
import type { Vault } from '../storing/vault.ts';
import { classifyAnswer, isAlreadySo, isMoot, refusalOf } from './classify-answer.ts';
import { inOneTab } from './one-tab.ts';
import { nextEntry, nextToHandIn } from './queue.ts';
import type { Renewal } from './renew-right.ts';
import { type Answer, sendEntry } from './send-entry.ts';
import { keepThumbnail, urlOfSent } from './sent-picture.ts';
import type { Shrinker } from './shrink-entry.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** How soon to look again while another tab is sending. */
const OTHER_TAB_MS = 3000;

/** Back-off with jitter, so that phones of one cell do not all come back in the same second. */
const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

interface SenderHooks {
  vault: Vault;
  shrinker: Shrinker;
  /** Reads the phone's memory and shows it. */
  refresh: () => Promise<Contents>;
  /** Opens an order again after its right has run out. */
  renew: (stored: StoredOrder) => Promise<Renewal>;
  reread: (stored: StoredOrder) => Promise<Order>;
  onSending: (sending: { seq: number; progress: number } | undefined) => void;
  onReach: (reach: { isReachable: boolean; retryAt?: number }) => void;
  onSent: (entry: Entry, contents: Contents) => void;
  /** Evidence was taken after its order had ended, and nothing more of it waits. */
  onHandedIn: () => void;
  onRefused: (entry: Entry, refusal: Refusal) => void;
}
type Outcome = 'done' | 'again' | 'unreachable' | 'later';

export class Sender {
  readonly #hooks: SenderHooks;
  #isRunning = false;
  #isAskedAgain = false;
  /** The driver asked to try although the browser says it is offline; reset by the next failure. */
  #ignoresBrowser = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** What waited when the last thing was sent. */
  #known: readonly Entry[] = [];
  /** Orders the server cannot answer for at the moment, and until when they are left alone. */
  readonly #notBefore = new Map<number, number>();

  constructor(hooks: SenderHooks) {
    this.#hooks = hooks;
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
    const renewed = new Set<number>();
    for (;;) {
      const contents = await this.#hooks.refresh();
      this.#known = contents.entries;
      const isPaused = (orderId: number) => (this.#notBefore.get(orderId) ?? 0) > Date.now();
      const due = nextEntry(contents.entries, isPaused);
      // Last, because the entries sent before may have made it unnecessary.
      const entry = due ?? nextToHandIn(contents.entries, isPaused);
      if (!entry) return this.#waitForPauses(contents);
      if (!navigator.onLine && !this.#ignoresBrowser) return this.#hooks.onReach({ isReachable: false });
      const outcome = await (due ? this.#attempt(due, contents, renewed) : this.#handIn(entry, contents, renewed));
      if (outcome === 'done') {
        this.#failures = 0;
        this.#hooks.onReach({ isReachable: true });
        continue;
      }
      if (outcome === 'again') continue;
      this.#failures += 1;
      const pause = pauseAfter(this.#failures);
      if (outcome === 'unreachable') {
        this.#ignoresBrowser = false;
        this.#hooks.onReach({ isReachable: false, retryAt: Date.now() + pause });
        return this.#later(pause);
      }
      this.#notBefore.set(entry.orderId, Date.now() + pause);
      this.#hooks.onReach({ isReachable: true, retryAt: Date.now() + pause });
    }
  }

  #waitForPauses({ entries }: Contents): void {
    const pauses = entries.map((entry) => this.#notBefore.get(entry.orderId)).filter((until) => until !== undefined);
    if (pauses.length > 0) this.#later(Math.max(0, Math.min(...pauses) - Date.now()) + 1);
  }

  async #attempt(entry: Entry, { orders, itemIds }: Contents, renewed: Set<number>): Promise<Outcome> {
    const { vault, shrinker, onSending } = this.#hooks;
    const stored = orders.get(entry.orderId);
    const itemIdOf = (itemId: number) => itemIds.get(itemId) ?? itemId;
    if (!stored) {
      // Another tab removed its order: the code brings it back, so nothing is given up.
      await this.#refuse(entry, {
        message: 'This order is not open on this phone any more',
        status: 401,
        code: 'CODE_REQUIRED',
      });
      return 'done';
    }
    try {
      onSending({ seq: entry.seq, progress: 0 });
      const ready = await shrinker.ready(entry);
      const answer = await sendEntry(ready, {
        order: stored.order,
        itemIdOf,
        onProgress: (progress) => onSending({ seq: entry.seq, progress }),
      });
      await this.#settle(entry, stored, answer, itemIdOf);
      return 'done';
    } catch (error) {
      const answer = classifyAnswer(error);
      if (!(error instanceof HttpError)) console.warn('Not sent yet', error);
      if (answer === 'unreachable' || answer === 'later') return answer;
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
        const { how, refusal: codeRefusal } = await this.#hooks.renew(stored);
        refusal = codeRefusal ?? refusal;
        if (how === 'unreachable') return 'unreachable';
        // A replaced code opens nothing, but evidence made with it may still be uploaded.
        if (how === 'renewed' || (how === 'code refused' && isEvidence(entry))) return 'again';
      }
      // The order's present state is shown, and never overwritten.
      const present = await this.#hooks.reread(stored).catch((failure: unknown) => {
        if (refusalOf(failure).code === 'ORDER_DELETED') refusal = refusalOf(failure);
        return undefined;
      });
      if (present && isAlreadySo(entry, present, 'itemId' in entry ? itemIdOf(entry.itemId) : 0)) {
        await this.#settle(entry, stored, { order: present }, itemIdOf);
        return 'done';
      }
      if (present) {
        const order = readAnew(stored, present);
        const dropEntries = isMoot(entry, present) ? [entry.seq] : [];
        await vault.commit({
          order,
          hasOwnItems: changeItems([entry], present.id),
          dropEntries,
          notes: (notes) => withAnswer(notes, present),
        });
        if (dropEntries.length > 0) {
          // The driver gets a message and has nothing to decide.
          this.#hooks.onRefused(entry, refusal);
          return 'done';
        }
      }
      await this.#refuse(entry, refusal);
      return 'done';
    } finally {
      onSending(undefined);
    }
  }

  /** Sends the evidence of what was refused to the office, which keeps it with the order. */
  async #handIn(entry: Entry, { orders, itemIds }: Contents, renewed: Set<number>): Promise<Outcome> {
    const { vault, shrinker, onSending } = this.#hooks;
    const stored = orders.get(entry.orderId);
    const note = (handIn: NonNullable<Entry['handIn']>) =>
      vault.commit({ amend: { seq: entry.seq, change: (action) => ({ ...action, handIn }) } });
    try {
      if (!stored) throw new HttpError('This order is not on this phone', 404, 'ORDER_NOT_FOUND', undefined);
      onSending({ seq: entry.seq, progress: 0 });
      const itemIdOf = (itemId: number) => itemIds.get(itemId) ?? itemId;
      const onProgress = (progress: number) => onSending({ seq: entry.seq, progress });
      const ready = await shrinker.ready(entry);
      const answer = await sendEntry(ready, { order: stored.order, itemIdOf, onProgress }, 'evidence');
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
        const { how } = await this.#hooks.renew(stored);
        if (how === 'unreachable') return 'unreachable';
        if (how === 'renewed' || how === 'code refused') return 'again';
      }
      const refusal = refusalOf(error);
      // The right is missing: with the code it is sent again from the start.
      if (needsNewRight(refusal)) await this.#refuse(entry, refusal);
      else await note({ state: 'refused' });
      return 'done';
    } finally {
      onSending(undefined);
    }
  }

  async #refuse(entry: Entry, refusal: Refusal): Promise<void> {
    await this.#hooks.vault.commit({ amend: { seq: entry.seq, change: (action) => ({ ...action, refusal }) } });
    this.#hooks.onRefused(entry, refusal);
  }

  /** Earlier refused tries of the same that the office has as evidence: this one counted instead. */
  #madeUpFor(entry: Entry): number[] {
    if (entry.kind !== 'signature' && entry.kind !== 'attempt') return [];
    const stop = entry.kind === 'signature' ? entry.stage : entry.stop;
    return this.#known
      .filter((other) => other.orderId === entry.orderId && other.seq < entry.seq && isStored(other))
      .filter(
        (other) =>
          (other.kind === 'signature' && other.stage === stop) || (other.kind === 'attempt' && other.stop === stop),
      )
      .map(({ seq }) => seq);
  }

  /** Sends entries that were refused for missing proof again once a proof of their order has arrived. */
  async #retryWithout({ kind, orderId, seq: sent }: Entry): Promise<void> {
    if (kind !== 'pin' && kind !== 'photo' && kind !== 'scan') return;
    const { entries } = await this.#hooks.vault.read();
    const own = entries.filter((entry) => entry.orderId === orderId && entry.seq !== sent);
    if (own.some((entry) => entry.kind === kind && !entry.refusal)) return;
    for (const { seq, refusal } of own)
      if (refusal?.code === 'PROOF_MISSING') await this.#hooks.vault.commit({ amend: { seq, change: withoutRefusal } });
  }

  async #settle(
    entry: Entry,
    stored: StoredOrder,
    { order, newItemId, late }: Answer,
    itemIdOf: (itemId: number) => number,
  ): Promise<void> {
    const { vault, refresh, onSent, onHandedIn } = this.#hooks;
    const url = order && urlOfSent(entry, order, itemIdOf);
    if (url) keepPreview(String(entry.seq), url);
    const { trackingNumber } = stored.order;
    await vault.commit({
      ...(order && { order: readAnew(stored, order), hasOwnItems: changeItems([entry], order.id) }),
      dropEntries: [entry.seq, ...(late ? [] : this.#madeUpFor(entry))],
      ...(entry.kind === 'addItem' && newItemId !== undefined
        ? { itemId: { localId: entry.itemId, id: newItemId } }
        : {}),
      notes: (notes) => ({
        ...(order ? withAnswer(notes, order) : notes),
        ...(late && { handedIn: withHandedIn(notes.handedIn ?? [], entry, trackingNumber, late.after) }),
      }),
    });
    if (!late) await this.#retryWithout(entry);
    if (url) await keepThumbnail(vault, entry, url);
    const contents = await refresh();
    if (!late) return onSent(entry, contents);
    if (!contents.entries.some((other) => other.orderId === entry.orderId && isEvidence(other))) onHandedIn();
  }
}
