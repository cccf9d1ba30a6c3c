import { availableParallelism } from 'node:os';

/** What one piece of heavy work may take. What takes more is ended, and its sender is told so. */
export interface HeavyLimits {
  /** Pieces of work at the same time, each in a separate process. */
  atOnce: number;
  /** Pieces that wait for their turn; whoever comes later is asked to come back. */
  waiting: number;
  /** From the moment its process has it. */
  seconds: number;
  /** V8's heap. */
  heapMb: number;
  /** All memory of the process, where the system shows it. */
  memoryMb: number;
  /** Rows, pages or files, as the work counts them. */
  entries: number;
  /** Of a file that the work writes. */
  bytes: number;
}

/** Work of one kind: it waits for its own kind alone, so that no export keeps a photo waiting. */
export interface HeavyKind {
  readonly name: string;
  /** Tests lower them. */
  readonly limits: HeavyLimits;
  /** A process without work ends after so long. */
  readonly idleSeconds: number;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether its work says anything in words: then it is done in the language of its caller. */
  readonly speaks: boolean;
}

const MB = 1024 * 1024;
/** One core less than there are. */
const CORES = Math.max(1, Math.min(2, availableParallelism() - 1));
const MMAP_BYTES = '131072';
/** What a picture took goes back to the system with it: the C library would keep a third of it. */
const TIDY = { MALLOC_MMAP_THRESHOLD_: MMAP_BYTES, MALLOC_TRIM_THRESHOLD_: MMAP_BYTES };

/** Pictures lie outside V8's heap, which has little to tidy up: a small one, by one thread. */
export const pictureKind: HeavyKind = {
  name: 'pictures',
  // The largest picture that is taken is decoded in a few seconds.
  limits: { atOnce: CORES, waiting: 500, seconds: 60, heapMb: 64, memoryMb: 1024, entries: 1, bytes: 64 * MB },
  idleSeconds: 30,
  flags: ['--max-semi-space-size=1', '--single-threaded-gc', '--v8-pool-size=0', '--expose-gc'],
  environment: TIDY,
  speaks: false,
};

/** Pages of the site: the same process for long, because it keeps the company's pages and the code that renders them. */
export const pageKind: HeavyKind = {
  name: 'pages',
  limits: { atOnce: CORES, waiting: 500, seconds: 60, heapMb: 256, memoryMb: 768, entries: 1, bytes: MB },
  idleSeconds: 3600,
  flags: ['--max-semi-space-size=4', '--single-threaded-gc'],
  environment: {},
  speaks: true,
};

/** PDF files: a proof with all its photos, or two hundred labels, takes some seconds. */
export const paperKind: HeavyKind = {
  name: 'papers',
  limits: { atOnce: CORES, waiting: 200, seconds: 60, heapMb: 256, memoryMb: 768, entries: 5000, bytes: 256 * MB },
  idleSeconds: 300,
  flags: ['--max-semi-space-size=4', '--single-threaded-gc'],
  environment: {},
  speaks: true,
};

/** Tables and archives that are written: as long as the company is large. */
export const tableKind: HeavyKind = {
  name: 'tables',
  limits: {
    ...{ atOnce: CORES, waiting: 50, seconds: 900, heapMb: 192, memoryMb: 512 },
    ...{ entries: 5_000_000, bytes: 4096 * MB },
  },
  idleSeconds: 30,
  flags: ['--max-semi-space-size=4', '--single-threaded-gc'],
  environment: {},
  speaks: true,
};

/** The company in one file: one at a time, apart from what somebody waits for. */
export const exportKind: HeavyKind = {
  name: 'exports',
  limits: {
    ...{ atOnce: 1, waiting: 20, seconds: 12 * 3600, heapMb: 1024, memoryMb: 1536 },
    ...{ entries: 2_000_000, bytes: 1024 * 1024 * MB },
  },
  idleSeconds: 30,
  flags: ['--max-semi-space-size=4', '--single-threaded-gc'],
  environment: {},
  speaks: false,
};

/** Files from outside that are read: spreadsheets and archives that people hand in. */
export const readingKind: HeavyKind = {
  name: 'reading',
  limits: {
    ...{ atOnce: 1, waiting: 50, seconds: 120, heapMb: 192, memoryMb: 512 },
    ...{ entries: 1_000_000, bytes: 512 * MB },
  },
  idleSeconds: 30,
  flags: ['--max-semi-space-size=4', '--single-threaded-gc'],
  environment: {},
  speaks: true,
};

/** Plans of a day: arithmetic alone, for as long as its caller said. */
export const planKind: HeavyKind = {
  name: 'plans',
  limits: { atOnce: 1, waiting: 20, seconds: 120, heapMb: 256, memoryMb: 512, entries: 1, bytes: MB },
  idleSeconds: 60,
  flags: ['--max-semi-space-size=4', '--single-threaded-gc'],
  environment: {},
  speaks: false,
};
