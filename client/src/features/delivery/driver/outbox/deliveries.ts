import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import type { PortalStore } from './portal-store.ts';
import { listOwn } from './sending/calls.ts';
import { classifyAnswer } from './sending/classify-answer.ts';
import { newestRows } from './storing/kept-rows.ts';

/** The list of a signed-in driver; what was read last stays readable without a network. */
export class Deliveries {
  readonly #store: PortalStore;
  readonly #showReach: (isReachable: boolean) => void;

  constructor(store: PortalStore, showReach: (isReachable: boolean) => void) {
    this.#store = store;
    this.#showReach = showReach;
  }

  /** Reads the list from the server and keeps it; rejects when that fails, and drops it when the right has ended. */
  async read(driverId: number): Promise<OrderRow[]> {
    try {
      const rows = await listOwn(driverId);
      this.#showReach(true);
      await this.#store.changeNotes((notes) => {
        const known = notes.deliveries?.driverId === driverId ? notes.deliveries.rows : [];
        return { ...notes, deliveries: { driverId, rows: newestRows(rows, known) } };
      });
      return rows;
    } catch (error) {
      const answer = classifyAnswer(error);
      if (answer === 'unreachable') this.#showReach(false);
      if (answer === 'reopen' || answer === 'refused') await this.forget();
      throw error;
    }
  }

  async forget(): Promise<void> {
    if (this.#store.state.notes.deliveries)
      await this.#store.changeNotes((notes) => ({ ...notes, deliveries: undefined }));
  }
}
