import { type ChildProcess, execFileSync, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process';

// A child that cannot be started, or to which nothing can be sent any more, says so by an error that ends the process
// where nobody hears it. Every child is started here, with somebody who listens.

export interface Ended {
  code: number | null;
  /** What it wrote, one after the other as it came. */
  output: string;
}

/** Runs a program to its end. Throws when it cannot be started. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'detached'>,
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe.on('data', (chunk) => (output += String(chunk))).on('error', () => undefined);
  child.once('error', reject).on('error', () => undefined);
  // 'exit', not 'close': a server that a program starts keeps the pipes open.
  child.once('exit', (code) => resolve({ code, output }));
  return promise;
}

/** What a program of the system answers at once. Throws when there is none, or it fails. */
export const askProgram = (file: string, args: readonly string[]): string =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Starts a module of ours in a process of its own. One that cannot be started ends like one that was killed. */
export const startModule = (module: string, args: readonly string[], options: ForkOptions): ChildProcess =>
  fork(module, args, options).on('error', () => undefined);

/** Starts what goes on by itself, and keeps nothing alive. */
export const startApart = (file: string, args: readonly string[]): void =>
  spawn(file, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
