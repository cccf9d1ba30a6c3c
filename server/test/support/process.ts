import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const MAIN = resolve(import.meta.dirname, '../../src/main.ts');
/** Most of a start is compiling the sources: what one process that ended in peace has compiled serves all others. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'quickfleet-compiled') };

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Sends a signal and waits for the end; answers the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * A real server process. Resolves once it listens, after passing on its output; rejects with its output when it ends
 * before. `within`: the command that runs it; `detached`: it leads a separate process group; `main`: another release's
 * server.
 */
export function startProcess(
  environment: Record<string, string>,
  onOutput: (output: string) => void = () => undefined,
  {
    within = [],
    detached = false,
    main = MAIN,
  }: { within?: readonly string[]; detached?: boolean; main?: string } = {},
): Promise<ServerProcess> {
  const [command = '', ...args] = [...within, process.execPath, main];
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...COMPILED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return new Promise((done, fail) => {
    const look = (chunk: Buffer) => {
      output += chunk.toString();
      onOutput(output);
      const url = /(?:Public site\s+|health is at )(http\S+?)\/(?:readyz)?\s/.exec(output)?.[1];
      if (url) {
        done({
          child,
          url,
          output: () => output,
          end: (signal) => {
            child.kill(signal);
            return ended;
          },
        });
      }
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void ended.then((code) => fail(Object.assign(new Error(output), { code })));
  });
}
