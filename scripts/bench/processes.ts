import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Usage } from '../../server/bench/child.ts';

export interface Measured<Ready> {
  pid: number;
  ready: Ready;
  usage(): Promise<Usage>;
  /** What the process answers to a question that it knows by this name. */
  ask<T>(name: string): Promise<T>;
  stop(): Promise<void>;
}

/** Starts one file of server/bench, of this checkout or of another, in a process; returns what it reports once it listens. */
export async function launch<Ready>(
  file: string,
  environment: Record<string, string>,
  flags: readonly string[] = [],
  tree: string = resolve(import.meta.dirname, '../..'),
): Promise<Measured<Ready>> {
  const child: ChildProcess = fork(resolve(tree, 'server/bench', file), {
    cwd: resolve(tree),
    env: { ...process.env, ...environment },
    execArgv: [...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  // One listener until it comes: of several answers that arrive together none is missed.
  const hear = <T>(name: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const listen = (message: Record<string, T>) => {
        if (!(name in message)) return;
        child.off('message', listen);
        resolve(message[name] as T);
      };
      child.on('message', listen);
      void ended.then(() => reject(new Error(`${file} ended before it answered.`)));
    });
  const ask = async <T>(name: string): Promise<T> => {
    const answer = hear<T>(name);
    child.send(name);
    return answer;
  };
  const ready = await hear<Ready>('ready');
  return {
    pid: child.pid ?? 0,
    ready,
    ask,
    usage: () => ask<Usage>('usage'),
    async stop() {
      if (child.connected) child.send('stop');
      await ended;
    },
  };
}
