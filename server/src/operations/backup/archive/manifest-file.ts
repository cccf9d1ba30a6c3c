import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { LineFile, linesOf } from './line-file.ts';
import { type FileEntry, fileEntry, type ManifestHead, manifestHead, manifestSchema } from './manifest.ts';

// A manifest is one JSON value with one line per item of its lists: it is written and read without being held in
// memory.
const FILES = ',"files":[';
const MISSING = '],"missingFiles":[';
const END = ']}';

/** Writes a manifest while what it lists is being found. */
export class ManifestWriter {
  readonly file: string;
  readonly #lines: LineFile;
  readonly #hash = createHash('sha256');
  /** Waits for what comes after it, which decides whether a comma follows. */
  #last: string | undefined;

  private constructor(file: string) {
    this.file = file;
    this.#lines = new LineFile(file);
  }

  static async begin(file: string, head: ManifestHead): Promise<ManifestWriter> {
    const writer = new ManifestWriter(file);
    await writer.#write(JSON.stringify(head).slice(0, -1) + FILES);
    return writer;
  }

  add(entry: FileEntry): Promise<void> {
    return this.#list(JSON.stringify(entry));
  }

  /** Writes the rest, and answers the size of the whole in bytes and its SHA-256. */
  async end(missing: AsyncIterable<string>): Promise<{ size: number; sha256: string }> {
    await this.#endList(MISSING);
    for await (const key of missing) await this.#list(JSON.stringify(key));
    await this.#endList(END);
    await this.#lines.end();
    return { size: (await stat(this.file)).size, sha256: this.#hash.digest('hex') };
  }

  remove(): Promise<void> {
    return this.#lines.remove();
  }

  async #list(item: string): Promise<void> {
    if (this.#last !== undefined) await this.#write(`${this.#last},`);
    this.#last = item;
  }

  async #endList(line: string): Promise<void> {
    if (this.#last !== undefined) await this.#write(this.#last);
    this.#last = undefined;
    await this.#write(line);
  }

  async #write(line: string): Promise<void> {
    this.#hash.update(`${line}\n`);
    await this.#lines.add(line);
  }
}

/**
 * The beginning of a manifest, then each of its files, read as they are asked for. Throws when there is none, or not the
 * whole of it.
 */
export async function* readManifestFile(file: string): AsyncGenerator<ManifestHead | FileEntry> {
  const lines = linesOf(file);
  try {
    const first: string = (await lines.next()).value ?? '';
    if (!first.endsWith(FILES)) {
      // Releases before 2026-11-24 wrote one line.
      const { files, missingFiles: _, ...head } = manifestSchema.parse(JSON.parse(first));
      yield head;
      yield* files;
      return;
    }
    yield manifestHead.parse(JSON.parse(`${first.slice(0, -FILES.length)}}`));
    let isInFiles = true;
    let last = '';
    for await (const line of lines) {
      if (line === MISSING) isInFiles = false;
      if (isInFiles) yield fileEntry.parse(JSON.parse(line.replace(/,$/, '')));
      last = line;
    }
    if (last !== END) throw new Error(`${file} is cut off.`);
  } finally {
    await lines.return(undefined);
  }
}
