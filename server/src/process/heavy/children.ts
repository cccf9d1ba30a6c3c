// The processes for heavy work: started with the first piece, kept while more comes, ended when none does.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { after, every, inBackground } from '../outside/background.ts';
import { startModule } from '../outside/children.ts';
import type { HeavyKind } from './kinds.ts';
import type { FromChild, Limit, Order, Outcome, ToChild } from './protocol.ts';

const CHILD = join(import.meta.dirname, 'child.ts');
/** How often the memory of a process with work is looked at. */
const LOOK_MS = 200;
const START_MS = 60_000;
const PAGE_BYTES = 4096;
const kept = getCompileCacheDir();
/** The folder that has one for each version of Node. No secret is in it. */
const environment = kept ? { NODE_COMPILE_CACHE: dirname(kept) } : {};

/** Why there is no outcome: the work ended its process, or something else did. */
export type Ending = 'by the work' | 'otherwise' | { exceeded: Limit };

interface Member {
  process: ChildProcess;
  kind: HeavyKind;
  heapMb: number;
  isBusy: boolean;
  /** While it waits for work, the end of its patience. */
  idle: NodeJS.Timeout | undefined;
}
/** Every process that has not ended. */
const members = new Set<Member>();

/** The processes for heavy work: their numbers, what kind they are for, and whether each has a piece or waits for it. */
export const heavyProcesses = (): { pid: number; kind: string; isBusy: boolean }[] =>
  [...members].flatMap(({ process: { pid }, kind, isBusy }) =>
    pid === undefined ? [] : { pid, kind: kind.name, isBusy },
  );

/** All memory of a process in MB; 0 where the system does not show it. */
function memoryOf(pid: number | undefined): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
    return (Number(pages) * PAGE_BYTES) / 1024 / 1024;
  } catch {
    return 0;
  }
}

interface Watch {
  seconds: number;
  memoryMb: number;
  signal?: AbortSignal | undefined;
}

/** Hears what a process says until `take` has what it waits for, or until it ends. */
function hear<T>(
  child: ChildProcess,
  { seconds, memoryMb, signal }: Watch,
  take: (message: FromChild) => T | undefined,
): Promise<T | Ending> {
  return new Promise((resolve) => {
    let exceeded: Limit | undefined;
    const stop = (limit: Limit) => {
      exceeded = limit;
      child.kill('SIGKILL');
    };
    const overdue = after(seconds * 1000, 'Ending heavy work', () => stop('seconds'));
    const look = every(
      LOOK_MS,
      'Looking at the memory of heavy work',
      () => memoryOf(child.pid) > memoryMb && stop('memoryMb'),
    );
    const abort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', abort, { once: true });
    const settle = (what: T | Ending) => {
      clearTimeout(overdue);
      clearInterval(look);
      signal?.removeEventListener('abort', abort);
      child.off('message', listen).off('error', fail).off('exit', end);
      resolve(what);
    };
    const listen = (message: unknown) => {
      const taken = take(message as FromChild);
      if (taken !== undefined) settle(taken);
    };
    const fail = () => settle('otherwise');
    const end = (code: number | null, name: string | null) => {
      if (exceeded) return settle({ exceeded });
      // So V8 ends where its heap is full.
      if (name === 'SIGABRT' || code === 134) return settle({ exceeded: 'memoryMb' });
      // SIGKILL that is not ours is the system's, which is short of memory.
      settle(name === 'SIGKILL' ? 'otherwise' : 'by the work');
    };
    child.on('message', listen).on('error', fail).on('exit', end);
  });
}

export const isEnding = (what: unknown): what is Ending =>
  what === 'by the work' || what === 'otherwise' || (typeof what === 'object' && what !== null && 'exceeded' in what);

function wake(member: Member): Member {
  clearTimeout(member.idle);
  member.idle = undefined;
  member.process.ref();
  member.process.channel?.ref();
  return member;
}

async function take(kind: HeavyKind, module: string): Promise<Member | undefined> {
  const { heapMb } = kind.limits;
  const known = [...members].find((one) => one.idle && one.kind === kind && one.heapMb === heapMb);
  if (known) return wake(known);
  const child = startModule(CHILD, [module], {
    execArgv: [`--max-old-space-size=${heapMb}`, ...kind.flags],
    env: { MALLOC_ARENA_MAX: '1', ...environment, ...kind.environment },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const member: Member = { process: child, kind, heapMb, isBusy: false, idle: undefined };
  members.add(member);
  const end = () => {
    clearTimeout(member.idle);
    members.delete(member);
  };
  child.once('exit', end).on('error', end);
  const watch = { seconds: START_MS / 1000, memoryMb: Number.POSITIVE_INFINITY };
  const ready = await hear(child, watch, (message) => message === 'ready' || undefined);
  return isEnding(ready) ? undefined : member;
}

/** Waits for the next piece without keeping anything alive, and ends when none comes. */
function rest(member: Member): void {
  member.isBusy = false;
  member.process.unref();
  member.process.channel?.unref();
  const end = () => {
    member.idle = undefined;
    if (member.process.connected) member.process.disconnect();
  };
  member.idle = after(member.kind.idleSeconds * 1000, 'Ending an idle process', end).unref();
}

interface Listener {
  answer: (question: unknown) => Promise<ToChild>;
  grown: (size: number) => void;
  signal: AbortSignal | undefined;
}
/** Gives a piece of work to a process, and answers its questions meanwhile. */
export async function giveTo(
  kind: HeavyKind,
  order: Order,
  { answer, grown, signal }: Listener,
): Promise<Outcome | Ending> {
  const member = await take(kind, order.module);
  if (!member) return 'otherwise';
  const { process: child } = member;
  const send = (message: ToChild) =>
    child.connected &&
    child.send(message, (error) => {
      if (error) child.kill('SIGKILL');
    });
  const { seconds, memoryMb } = kind.limits;
  const heard = hear<{ outcome: Outcome }>(child, { seconds, memoryMb, signal }, (message) => {
    if (message === 'ready') return undefined;
    if ('outcome' in message) return message;
    if ('grown' in message) grown(message.grown);
    else inBackground('Answering heavy work', async () => send(await answer(message.question)));
    return undefined;
  });
  member.isBusy = true;
  if (signal?.aborted) child.kill('SIGKILL');
  else send({ order });
  const said = await heard;
  if (isEnding(said)) return said;
  rest(member);
  return said.outcome;
}
