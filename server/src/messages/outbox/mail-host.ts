import { after } from '../../process/outside/background.ts';

const PAUSE_MS = 5000;
const PAUSE_MAX_MS = 300_000;
const LAST_WORD_MS = 2000;

/**
 * What this process knows of the mail server. One that does not answer is set aside as a whole, for 5 seconds and twice
 * as long each time, up to 5 minutes: its mails wait untouched instead of each finding out for itself.
 */
export class MailHost {
  #pause = 0;
  #setAsideAt = 0;
  #until = 0;
  #answeredAt = 0;
  #lastWord: Promise<unknown> = Promise.resolve();

  get isAside(): boolean {
    return performance.now() < this.#until;
  }

  answered(): void {
    this.#pause = 0;
    this.#until = 0;
    this.#answeredAt = performance.now();
  }

  /**
   * A try that began then (by performance.now()) got no answer; answers in how many milliseconds the next one makes
   * sense. Nothing is concluded from tries that began before the server was set aside, or while it answered others.
   */
  failed(begunAt: number): number {
    if (begunAt >= this.#setAsideAt && begunAt >= this.#answeredAt) {
      this.#pause = Math.min(Math.max(PAUSE_MS, this.#pause * 2), PAUSE_MAX_MS);
      this.#setAsideAt = performance.now();
      this.#until = this.#setAsideAt + this.#pause;
    }
    return Math.max(PAUSE_MS, this.#until - performance.now());
  }

  /**
   * One mail at a time is between its last word and the note that it was sent, so that a process that is killed leaves
   * one of which nobody knows whether it arrived. One that takes longer than two seconds holds up the next no more.
   */
  takeTurn(): { comes: Promise<unknown>; over(): void } {
    const comes = this.#lastWord;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastWord = comes.then(async () => {
      const late = after(LAST_WORD_MS, 'Waiting for the end of a mail', resolve);
      await promise;
      clearTimeout(late);
    });
    return { comes, over: resolve };
  }
}
