import { writeFileSync } from 'node:fs';
import { every } from './outside/background.ts';
import { STOP_SIGNALS } from './stop-signals.ts';

/** The exit code of a run that is to be followed by another one; `scripts/supervise.sh` reads it. */
const CRASHED = 70;
const REASON_MAX = 300;
/** What says that a start cannot go on, and is not tried again. */
const CANNOT_START = 'cannot start';
const PARENT_LOOK_MS = 500;

/** How a process ended, by what a shell says of it: 128 and the number of the signal. */
const SIGNALS: ReadonlyMap<number, string> = new Map([
  [132, 'SIGILL'],
  [133, 'SIGTRAP'],
  [134, 'SIGABRT, often because its memory was used up'],
  [135, 'SIGBUS'],
  [136, 'SIGFPE'],
  [137, 'SIGKILL, often by the system because memory was short'],
  [139, 'SIGSEGV'],
]);
const howItEnded = (code: number) =>
  code < 128 ? `it ended with code ${code}` : `it was ended by ${SIGNALS.get(code) ?? `signal ${code - 128}`}`;

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Why the run before this one ended. */
export interface EndBefore {
  reason: string;
  at: Date;
  /** How often it was started again within a minute. */
  restarts: number;
}

/** What this process and `scripts/supervise.sh` tell each other; without that script everything is as it was. */
export class Supervision {
  readonly #file: string | undefined;
  readonly #npm: number;
  readonly #hasNpm: boolean;
  /** Set when this process was started again. */
  readonly endBefore: EndBefore | undefined;
  constructor(environment: Record<string, string | undefined>) {
    this.#file = environment['SUPERVISOR_FILE'];
    this.#npm = Number(environment['SUPERVISOR_PARENT']);
    this.#hasNpm = environment['npm_lifecycle_event'] !== undefined;
    const ended = environment['SUPERVISOR_ENDED'];
    if (!this.isSupervised || !ended) return;
    const [code = 0, at = 0, restarts = 1] = ended.split(' ').map(Number);
    const reason = environment['SUPERVISOR_REASON'] || howItEnded(code);
    this.endBefore = { reason, at: new Date(at * 1000), restarts };
  }

  /** Whether it is started again when it ends by a fault. */
  get isSupervised(): boolean {
    return this.#file !== undefined;
  }

  /** The script knows whether it is to outlive a terminal that closes. */
  get stopSignals(): readonly NodeJS.Signals[] {
    return this.isSupervised ? STOP_SIGNALS.filter((name) => name !== 'SIGHUP') : STOP_SIGNALS;
  }

  #note(text: string): void {
    try {
      if (this.#file !== undefined) writeFileSync(this.#file, text);
    } catch {
      // The reason is in the log as well.
    }
  }

  /** Notes why this run ends, and answers the code to end with. */
  crashCode(sentence: string): number {
    if (!this.isSupervised) return 1;
    this.#note(sentence.split('\n')[0]?.slice(0, REASON_MAX) ?? '');
    return CRASHED;
  }

  /** The code of a start that cannot go on: the first one ends for good, one after a crash is tried again. */
  failedStartCode(sentence: string): number {
    if (this.endBefore) return this.crashCode(sentence);
    this.#note(CANNOT_START);
    return 1;
  }

  /**
   * `npm start` puts a shell between npm and us, which takes a SIGTERM to its grave without passing it on: we stop when
   * it is gone. A terminal that closes ends npm too, and what is to outlive it goes on.
   */
  stopWithNpm(stop: () => void): void {
    const above = process.ppid;
    let hasLostTerminal = false;
    if (this.isSupervised)
      process.on('SIGHUP', () => {
        hasLostTerminal = true;
      });
    if (!this.#hasNpm) return;
    const timer = every(PARENT_LOOK_MS, 'Looking for npm', () => {
      if (process.ppid === above && (!(this.#npm > 1) || hasLostTerminal || isThere(this.#npm))) return;
      clearInterval(timer);
      stop();
    });
    timer.unref();
  }
}
