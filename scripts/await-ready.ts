/**
 * Waits until the process at PORT on this machine reaches its database; for scripts that replace one process after the
 * other. Exit code 1 after three minutes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from './command.ts';

const PATIENCE_MS = 180_000;
const LOOK_MS = 200;

await runCommand(async ({ PORT }, signal) => {
  for (const began = performance.now(); performance.now() - began < PATIENCE_MS; await pause(LOOK_MS)) {
    signal.throwIfAborted();
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`Nothing on port ${PORT} is ready after ${PATIENCE_MS / 1000} seconds.`);
});
