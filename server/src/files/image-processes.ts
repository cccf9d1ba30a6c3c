import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type Message, t } from '@quickfleet/shared/words/t';
import pLimit from 'p-limit';
import { notAnImage, tooLarge, unavailable } from '../http/errors.ts';
import type { ImageWork } from './image-work.ts';

// Pictures come from strangers, and a decoder is native code: it runs in separate processes (docs/decisions/048).

type Input<Name extends keyof ImageWork> = Parameters<ImageWork[Name]>[0];
type Value<Name extends keyof ImageWork> = Awaited<ReturnType<ImageWork[Name]>>;
export type Ask = { [Name in keyof ImageWork]: { name: Name; input: Input<Name> } }[keyof ImageWork];
export type Answer =
  | { value: unknown }
  | { refusal: Message; isTooLarge: boolean }
  /** Neither done nor refused: the file is away, say. */
  | { failure: string };
/** Why there is no answer: the picture ended its process, or something else did. */
type Ending = 'by the picture' | 'otherwise';

const CHILD = join(import.meta.dirname, 'image-child.ts');
const IDLE_MS = 30_000;
/** The largest picture that is taken is decoded in a few seconds. */
const PATIENCE_MS = 60_000;
/** Pictures lie outside V8's heap, which has little to tidy up: a small one, by one thread. */
const FLAGS = [
  '--max-old-space-size=64',
  '--max-semi-space-size=1',
  '--single-threaded-gc',
  '--v8-pool-size=0',
  '--expose-gc',
];
const MMAP_BYTES = '131072';
const kept = getCompileCacheDir();
/** No secret is in it. What a picture took goes back to the system with it: the C library would keep a third of it. */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  // The folder that has one for each version of Node.
  ...(kept && { NODE_COMPILE_CACHE: dirname(kept) }),
  MALLOC_MMAP_THRESHOLD_: MMAP_BYTES,
  MALLOC_TRIM_THRESHOLD_: MMAP_BYTES,
};

/** One core less than there are. */
const limit = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)));
/** Every process that has not ended, and whether it has a picture. */
const running = new Map<ChildProcess, boolean>();
/** Those that wait for a picture, with the end of their patience. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/** The processes of pictures: their numbers, and whether each has one or waits for it. */
export const imageProcesses = (): { pid: number; hasPicture: boolean }[] =>
  [...running].flatMap(([{ pid }, hasPicture]) => (pid === undefined ? [] : { pid, hasPicture }));

/** What the process says next, or how it ended. */
function hear<Message>(child: ChildProcess): Promise<Message | Ending> {
  return new Promise((resolve) => {
    let isOverdue = false;
    const overdue = setTimeout(() => {
      isOverdue = true;
      child.kill('SIGKILL');
    }, PATIENCE_MS);
    const settle = (what: Message | Ending) => {
      clearTimeout(overdue);
      child.off('message', settle).off('error', fail).off('exit', end);
      resolve(what);
    };
    const fail = () => settle('otherwise');
    // SIGKILL that is not ours is the system's, which is short of memory.
    const end = (_code: number | null, signal: string | null) =>
      settle(signal === 'SIGKILL' && !isOverdue ? 'otherwise' : 'by the picture');
    child.on('message', settle).on('error', fail).on('exit', end);
  });
}

const isEnding = (what: unknown): what is Ending => what === 'by the picture' || what === 'otherwise';

function forget(child: ChildProcess): void {
  clearTimeout(idle.get(child));
  idle.delete(child);
}

async function take(): Promise<ChildProcess | undefined> {
  const [known] = idle.keys();
  if (known) {
    forget(known);
    known.ref();
    known.channel?.ref();
    return known;
  }
  const child = fork(CHILD, [], {
    execArgv: FLAGS,
    env: ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.set(child, false);
  const end = () => {
    forget(child);
    running.delete(child);
  };
  child.once('exit', end).on('error', end);
  return isEnding(await hear<'ready'>(child)) ? undefined : child;
}

/** Waits for the next picture without keeping anything alive, and ends when none comes. */
function rest(child: ChildProcess): void {
  running.set(child, false);
  child.unref();
  child.channel?.unref();
  const end = setTimeout(() => {
    forget(child);
    child.disconnect();
  }, IDLE_MS);
  idle.set(child, end.unref());
}

async function tryOnce(ask: Ask): Promise<Answer | Ending> {
  const child = await take();
  if (!child) return 'otherwise';
  const heard = hear<Answer>(child);
  running.set(child, true);
  child.send(ask, (error) => error && child.kill('SIGKILL'));
  const answer = await heard;
  if (!isEnding(answer)) rest(child);
  return answer;
}

/**
 * Runs image work in a separate process and retries once if that process ends. 413 and 415 for a refused picture, 415
 * also for one that ends the process twice, 503 when no process can be started.
 */
export async function askForImage<Name extends keyof ImageWork>(name: Name, input: Input<Name>): Promise<Value<Name>> {
  const ask = { name, input } as Ask;
  const answer = await limit(async () => {
    const first = await tryOnce(ask);
    if (!isEnding(first)) return first;
    const second = await tryOnce(ask);
    // Only a picture that ends two processes without an outside cause is refused.
    return second === 'by the picture' ? first : second;
  });
  if (answer === 'by the picture') throw notAnImage(t('This image is damaged and cannot be read'));
  if (answer === 'otherwise') throw unavailable();
  if ('refusal' in answer) {
    const sentence = t(answer.refusal);
    throw answer.isTooLarge ? tooLarge(sentence) : notAnImage(sentence);
  }
  if ('failure' in answer) throw new Error(answer.failure);
  return answer.value as Value<Name>;
}
