import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { Counter } from 'prom-client';
import { meters } from './meter.ts';
import { after } from './outside/background.ts';

const lostLines = new Counter({
  name: 'quickfleet_log_lost',
  help: 'Lines of the log that could not be written: its disk is full, its terminal is gone, or nobody reads the pipe',
  registers: [meters],
});

/** What waits at most for the reader of a pipe. */
const WAITING_MAX = 256 * 1024;
const RETRY_MS = 50;
const NEW_LINE = Buffer.from('\n');

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * The descriptor to write to. A write to a pipe or a terminal must never wait for its reader: a view of our own does
 * not wait, and leaves alone what we share with other processes.
 */
function unblocked(fd: number): number {
  try {
    if (!isatty(fd) && fstatSync(fd).isFile()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // A socket, or a system without /proc: Node makes these non-blocking when its stream is first asked for.
    try {
      (fd === 1 ? process.stdout : process.stderr).on('error', () => undefined);
    } catch {
      // There is no output at all: each line is counted as lost.
    }
    return fd;
  }
}

/**
 * Where lines go, as pino's destination and for what is printed. A line that cannot be written is counted and lost; the
 * next one is tried again. Nothing here throws or waits, and what waits for a slow reader is bounded.
 */
export class LogOutput {
  readonly #given: number;
  #fd: number | undefined;
  #waiting: Buffer[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Of the first line that waits, a part is written. */
  #isPartly = false;
  /** A line was cut in the middle: the next one begins on a line of its own. */
  #isTorn = false;
  #lost = 0;
  #reason = '';
  /** Told once there is room again: how many lines were lost, and why. */
  onRoom: ((lines: number, reason: string) => void) | undefined;
  constructor(fd: number) {
    this.#given = fd;
  }

  /** Lines that were lost since it last wrote one; 0 while it can. */
  get lost(): number {
    return this.#lost;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#size + bytes.length > WAITING_MAX) {
      this.#lose(1, 'nobody reads the pipe');
      return;
    }
    this.#waiting.push(bytes);
    this.#size += bytes.length;
    if (!this.#timer) this.#drain();
  }

  /** Waits a moment for a slow reader, before the process ends. */
  async settle(milliseconds = 500): Promise<void> {
    for (const until = performance.now() + milliseconds; this.#size > 0 && performance.now() < until; ) {
      await pause(RETRY_MS / 5);
      this.#drain();
    }
  }

  #lose(lines: number, reason: string): void {
    lostLines.inc(lines);
    this.#lost += lines;
    this.#reason = reason;
  }

  #drain(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#fd ??= unblocked(this.#given);
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        if (this.#isTorn) writeSync(this.#fd, NEW_LINE);
        this.#isTorn = false;
        const written = writeSync(this.#fd, next);
        this.#size -= written;
        this.#isPartly = written < next.length;
        if (this.#isPartly) this.#waiting[0] = next.subarray(written);
        else this.#waiting.shift();
      }
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') {
        this.#timer = after(RETRY_MS, 'Writing the log', () => this.#drain()).unref();
        return;
      }
      this.#giveUp(codeOf(error));
      return;
    }
    if (this.#lost === 0) return;
    const lines = this.#lost;
    this.#lost = 0;
    this.onRoom?.(lines, this.#reason);
  }

  #giveUp(reason: string): void {
    this.#isTorn ||= this.#isPartly;
    this.#isPartly = false;
    this.#lose(this.#waiting.length, reason);
    this.#waiting = [];
    this.#size = 0;
  }
}

export const standardOutput = new LogOutput(1);
export const errorOutput = new LogOutput(2);
/** Prints for the person at the terminal. */
export const print = (text: string): void => standardOutput.write(`${text}\n`);
export const printError = (text: string): void => errorOutput.write(`${text}\n`);
