// What a server and its processes for heavy work say to each other, one piece of work at a time.
import type { ErrorCode } from '@quickfleet/shared/error-codes';
import type { Language } from '@quickfleet/shared/words/languages';

/** What work has besides its input. */
export interface Host<Question = never, Answer = never> {
  /** Asks whoever ordered the work: the next rows, a photo. */
  ask(question: Question): Promise<Answer>;
  /** Counts what the work reads or makes; ends it above its limit of entries. */
  count(entries?: number): void;
  /** Counts bytes of a file that the work writes on its own; ends it above its limit of bytes. */
  grow(bytes: number): void;
}

/** Work that says no to its input, with plain data for whoever ordered it. */
export class Refused<Data> extends Error {
  readonly data: Data;
  constructor(data: Data) {
    super('The work was refused');
    this.data = data;
  }
}

/** Which limit a piece of work met. */
export type Limit = 'seconds' | 'memoryMb' | 'entries' | 'bytes';
/** Work that would take more than it may. */
export class Exceeded extends Error {
  readonly limit: Limit;
  constructor(limit: Limit) {
    super(`The work exceeds its limit of ${limit}`);
    this.limit = limit;
  }
}

export interface Order {
  /** The address of the module, and which of its functions. */
  module: string;
  name: string;
  input: unknown;
  language: Language | undefined;
  entries: number;
  bytes: number;
  /** Where the bytes that the work yields are written; absent for work that answers a value. */
  path: string | undefined;
}
/** An error of ours with its sentence, on its way between two processes. */
export interface SentError {
  code: string;
  reason: ErrorCode;
  message: string;
  issues: { path: string; message: string }[] | undefined;
}
export type ToChild = { order: Order } | { answer: unknown } | { unanswered: true };
/** How a piece of work ended. */
export type Outcome =
  | { value: unknown }
  /** The size of the file that it wrote. */
  | { written: number }
  | { refused: unknown }
  | { error: SentError }
  | { exceeded: Limit }
  /** Neither done nor refused: the disk is full, say. */
  | { failure: string; code?: string };
/** `grown`: so many bytes of the file are written. */
export type FromChild = 'ready' | { question: unknown } | { grown: number } | { outcome: Outcome };
