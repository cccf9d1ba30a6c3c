import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { language, t } from '@quickfleet/shared/words/t';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError, unavailable } from '../../http/errors.ts';
import { bytesFrom, readHandleStream } from '../outside/streams.ts';
import { type Ending, giveTo, isEnding } from './children.ts';
import { Growth } from './growth.ts';
import type { HeavyKind } from './kinds.ts';
import { type Host, type Limit, type Order, type Outcome, Refused, type SentError, type ToChild } from './protocol.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the functions of a module take and give is inferred from each
type Any = any;
type Works<Module, Result> = {
  [Name in keyof Module]: Module[Name] extends (input: Any, host: Any) => Result ? Name : never;
}[keyof Module];
type Work<Module, Name extends keyof Module> = Module[Name] extends (input: Any, host: Any) => Any
  ? Module[Name]
  : never;
type Input<Module, Name extends keyof Module> = Parameters<Work<Module, Name>>[0];
type Asks<Module, Name extends keyof Module> =
  Parameters<Work<Module, Name>>[1] extends Host<infer Question, infer Answer>
    ? [Question] extends [never]
      ? { answer?: never }
      : { answer: (question: Question) => Promise<Answer> }
    : { answer?: never };
interface Options {
  /** Ends the work when whoever waits for it has gone. */
  signal?: AbortSignal | undefined;
}
type Given<Wanted> = Record<never, never> extends Wanted ? [options?: Wanted] : [options: Wanted];

/** A file that heavy work wrote. Its name is gone already: it ends with the stream. */
export interface HeavyFile {
  size: number;
  bytes: Readable;
}

const queues = new WeakMap<HeavyKind, { atOnce: number; limit: LimitFunction }>();
function queueOf(kind: HeavyKind): LimitFunction {
  const known = queues.get(kind);
  if (known?.atOnce === kind.limits.atOnce) return known.limit;
  const limit = pLimit(kind.limits.atOnce);
  queues.set(kind, { atOnce: kind.limits.atOnce, limit });
  return limit;
}

/** What exceeds the limits of its kind, in a sentence to whoever sent it. */
const tooHeavy = (limit: Limit): DomainError =>
  new DomainError(
    'PAYLOAD_TOO_LARGE',
    'TOO_HEAVY',
    limit === 'seconds'
      ? t('This takes longer than one request may. Please do it in smaller parts.')
      : t('This is more than one request may take. Please do it in smaller parts.'),
  );

const received = ({ code, reason, message, issues }: SentError): DomainError =>
  new DomainError(code as ConstructorParameters<typeof DomainError>[0], reason, message, issues ? { issues } : {});

/** Work that ended its process, twice in a row. */
export class Crashed extends Error {
  constructor(name: string) {
    super(`${name} ended its process`);
  }
}

function resultOf(name: string, outcome: Outcome | Ending): unknown {
  if (outcome === 'by the work') throw new Crashed(name);
  if (outcome === 'otherwise') throw unavailable();
  if ('exceeded' in outcome) throw tooHeavy(outcome.exceeded);
  if ('refused' in outcome) throw new Refused(outcome.refused);
  if ('error' in outcome) throw received(outcome.error);
  // A full disk is known by its code.
  if ('failure' in outcome) throw Object.assign(new Error(outcome.failure), { code: outcome.code });
  return 'written' in outcome ? outcome.written : outcome.value;
}

interface Asked {
  answer?: ((question: never) => Promise<unknown>) | undefined;
  signal?: AbortSignal | undefined;
  path?: string;
  grown?: (size: number) => void;
}

/** Waits for its turn, and is tried once more where a process ends that has not asked anything yet. */
async function order(kind: HeavyKind, module: string, name: string, input: unknown, asked: Asked): Promise<unknown> {
  const queue = queueOf(kind);
  if (queue.pendingCount >= kind.limits.waiting) throw unavailable();
  /** Asked, or written what may be read already: it cannot begin again. */
  let hasAsked = false;
  /** What kept a question from being answered: it says more than the work that lacks the answer. */
  let fault: { error: unknown } | undefined;
  const answer = async (question: unknown): Promise<ToChild> => {
    hasAsked = true;
    try {
      return { answer: await asked.answer?.(question as never) };
    } catch (error) {
      fault = { error };
      return { unanswered: true };
    }
  };
  const grown = (size: number) => {
    hasAsked ||= asked.grown !== undefined;
    asked.grown?.(size);
  };
  const outcome = await queue(async () => {
    asked.signal?.throwIfAborted();
    const { entries, bytes } = kind.limits;
    const spoken = kind.speaks ? language() : undefined;
    const piece: Order = { module, name, input, language: spoken, entries, bytes, path: asked.path };
    const tryOnce = async () => {
      if (asked.path) await rm(asked.path, { force: true });
      return giveTo(kind, piece, { answer, grown, signal: asked.signal });
    };
    const first = await tryOnce();
    if (!isEnding(first) || typeof first === 'object' || hasAsked || asked.signal?.aborted) return first;
    const second = await tryOnce();
    // Only work that ends two processes without an outside cause is to blame.
    return second === 'by the work' ? first : second;
  });
  if (fault) throw fault.error;
  asked.signal?.throwIfAborted();
  return resultOf(name, outcome);
}

/**
 * The functions of a module, done in a process apart: `heavy<typeof import('./label.ts')>(paperKind, new URL('./label.ts', import.meta.url))`.
 * Input, answers and results are plain data. Rejects with 413 TOO_HEAVY above a limit of the kind, with 503 when no process can be
 * started or too many wait, with what the function threw where that is a DomainError or Refused, and with Crashed.
 */
export const heavy = <Module>(kind: HeavyKind, { href: module }: URL) => ({
  /** What a function answers. */
  async run<Name extends Works<Module, Promise<Any>>>(
    name: Name & string,
    input: Input<Module, Name>,
    ...[options]: Given<Options & Asks<Module, Name>>
  ): Promise<Awaited<ReturnType<Work<Module, Name>>>> {
    return (await order(kind, module, name, input, options ?? {})) as Awaited<ReturnType<Work<Module, Name>>>;
  },
  /** The bytes that a function yields, whole and on the disk: a slow reader keeps no process. `path` is a new file's. */
  async write<Name extends Works<Module, AsyncIterable<Uint8Array | string>>>(
    name: Name & string,
    input: Input<Module, Name>,
    options: Options & Asks<Module, Name> & { path: string },
  ): Promise<HeavyFile> {
    try {
      const size = (await order(kind, module, name, input, options)) as number;
      const handle = await open(options.path, 'r');
      return { size, bytes: readHandleStream(handle) };
    } finally {
      // Whoever has it open reads on.
      await rm(options.path, { force: true });
    }
  },
  /**
   * The same while it is written: the first bytes leave early. What fails before them is thrown here, what fails later by the
   * stream; the work ends with a stream that is destroyed.
   */
  async stream<Name extends Works<Module, AsyncIterable<Uint8Array | string>>>(
    name: Name & string,
    input: Input<Module, Name>,
    options: Asks<Module, Name> & { path: string },
  ): Promise<Readable> {
    const growth = new Growth();
    const grown = (size: number) => growth.to(size);
    const whole = order(kind, module, name, input, { ...options, grown, signal: growth.signal });
    try {
      await Promise.race([growth.begun, whole]);
      const handle = await open(options.path, 'r');
      return bytesFrom(growth.bytes(handle, whole), () => {
        growth.leave();
        return handle.close();
      });
    } finally {
      await rm(options.path, { force: true });
    }
  },
});
