import { setTimeout as pause } from 'node:timers/promises';

interface Step {
  name: string;
  seconds: number;
  work: () => Promise<void>;
}

/**
 * What a stop undoes, last first. A step that fails or hangs never keeps the next ones from their turn: PostgreSQL,
 * near the end, is stopped whatever happened before.
 */
export class StopSteps {
  readonly #steps: Step[] = [];
  readonly #warn: (line: string) => void;
  constructor(warn: (line: string) => void) {
    this.#warn = warn;
  }

  add(name: string, seconds: number, work: () => Promise<void>): void {
    this.#steps.push({ name, seconds, work });
  }

  async run(): Promise<void> {
    for (const { name, seconds, work } of this.#steps.splice(0).reverse()) {
      const over = new AbortController();
      const isLate = pause(seconds * 1000, true, { signal: over.signal }).catch(() => false);
      try {
        if (await Promise.race([work().then(() => false), isLate]))
          this.#warn(`stopping: ${name} took longer than ${seconds} s`);
      } catch (error) {
        this.#warn(`stopping: ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        over.abort();
      }
    }
  }
}
