import { inspect } from 'node:util';
import { printError } from './log-output.ts';
import { inBackground } from './outside/background.ts';

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** A terminal and a service manager signal the whole group, and npm passes its own on: one stop arrives as several signals. */
const ECHO_MS = 2000;

interface Stops {
  /** The orderly stop, called once. */
  stop(error?: unknown): Promise<void>;
  /** Somebody does not want to wait any longer. */
  stopNow(): Promise<void>;
}

/** Calls `stop` at the first signal or uncaught error, and `stopNow` at a signal two seconds later or more. */
export function onStopSignals(
  { stop, stopNow }: Stops,
  signals: readonly NodeJS.Signals[] = STOP_SIGNALS,
): { request(): void } {
  let since: number | undefined;
  let isHurried = false;
  const begin = (error?: unknown) => {
    since ??= performance.now();
    inBackground('The stop', () => stop(error));
  };
  const request = () => {
    if (since === undefined) return begin();
    if (isHurried || performance.now() - since < ECHO_MS) return;
    isHurried = true;
    inBackground('The hurried stop', stopNow);
  };
  // A closed terminal accepts no more lines: each of them must not become a new error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of signals) process.on(signal, request);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      if (since === undefined) begin(error);
      else printError(`While stopping: ${inspect(error)}`);
    });
  return {
    request: () => {
      if (since === undefined) begin();
    },
  };
}
