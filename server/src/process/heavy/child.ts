/** A process for heavy work. children.ts starts it, and gives it one piece of work at a time. */
import { setPriority } from 'node:os';
import { createFile } from '../../files/make-folder.ts';
import { inBackground } from '../outside/background.ts';
import { Exceeded, type FromChild, type Host, type Order, type Outcome, Refused, type ToChild } from './protocol.ts';

/** Below the server and its database: a page that somebody waits for comes first, and this still gets its share. */
const NICENESS = 5;
/** Small parts are written, and told of, together: whoever reads them serves people. */
const PART_BYTES = 64 * 1024;

type Work = (input: unknown, host: Host<unknown, unknown>) => Promise<unknown> | AsyncIterable<Uint8Array | string>;
const say = (message: FromChild, done: () => void = () => undefined) => process.send?.(message, done);

/** Of a question that is on its way: work asks one after the other. */
let pending: { resolve(answer: unknown): void; reject(error: Error): void } | undefined;
function ask(question: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    pending = { resolve, reject };
    say({ question });
  });
}

function hostOf({ entries: most, bytes: mostBytes }: Order): Host<unknown, unknown> {
  let entries = 0;
  let written = 0;
  return {
    ask,
    count(more = 1) {
      entries += more;
      if (entries > most) throw new Exceeded('entries');
    },
    grow(bytes) {
      written += bytes;
      if (written > mostBytes) throw new Exceeded('bytes');
    },
  };
}

async function write(path: string, parts: AsyncIterable<Uint8Array | string>, most: number): Promise<number> {
  const handle = await createFile(path);
  let size = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const flush = async () => {
    if (heldBytes === 0) return;
    await handle.writeFile(Buffer.concat(held));
    say({ grown: size });
    held = [];
    heldBytes = 0;
  };
  try {
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > most) throw new Exceeded('bytes');
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes >= PART_BYTES) await flush();
    }
    await flush();
  } finally {
    await handle.close();
  }
  return size;
}

async function workOn(order: Order): Promise<Outcome> {
  const module: Record<string, Work> = await import(order.module);
  const work = module[order.name];
  if (!work) return { failure: `${order.module} has no ${order.name}` };
  const does = () => work(order.input, hostOf(order));
  const { path } = order;
  const whole = async (): Promise<Outcome> =>
    path === undefined
      ? { value: await (does() as Promise<unknown>) }
      : { written: await write(path, does() as AsyncIterable<Uint8Array>, order.bytes) };
  if (order.language === undefined) return whole();
  // Loaded with the first work that says anything.
  const { inLanguage } = await import('../../words/speak.ts');
  return inLanguage(order.language, whole);
}

async function outcomeOf(order: Order): Promise<Outcome> {
  try {
    return await workOn(order);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.data };
    if (error instanceof Exceeded) return { exceeded: error.limit };
    if (error instanceof Error && 'reason' in error && 'code' in error) {
      const { code, reason, message, issues } = error as Error & Record<'code' | 'reason' | 'issues', never>;
      return { error: { code, reason, message, issues } };
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return code === undefined ? { failure } : { failure, code };
  }
}

if (import.meta.main) {
  setPriority(NICENESS);
  // The server's to end: what a terminal or a service manager tells the whole group is not for the one that still works.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  // V8 sees how small its own part of a picture is, and would let the buffers of several wait.
  const tidyUp = () => globalThis.gc?.();
  process.on('message', (message: ToChild) => {
    if ('order' in message)
      inBackground('Heavy work', async () => say({ outcome: await outcomeOf(message.order) }, tidyUp));
    else if ('answer' in message) pending?.resolve(message.answer);
    else pending?.reject(new Error('The question was not answered'));
  });
  const [first] = process.argv.slice(2);
  if (first) await import(first);
  say('ready');
}
