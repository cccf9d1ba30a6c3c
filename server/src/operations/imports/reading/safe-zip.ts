import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { message, t } from '@quickfleet/shared/words/t';
import yauzl from 'yauzl';
import { DomainError } from '../../../http/errors.ts';
import { unreadable } from './unreadable.ts';

const ENTRIES_MAX = 2000;
const DAMAGED = message('The file is damaged: it cannot be unpacked');

const open = (bytes: Buffer): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, autoClose: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
const streamOf = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (let at = 0; at < zip.entryCount; at++) {
    yield await new Promise<yauzl.Entry>((resolve, reject) => {
      zip.once('error', reject);
      zip.once('entry', (entry) => {
        zip.off('error', reject);
        resolve(entry);
      });
      zip.readEntry();
    });
  }
}

export interface Zip {
  names: readonly string[];
  /** The bytes of an entry. Throws 400 when there is none. */
  open(name: string): Promise<Readable>;
  /** An entry as text; undefined when there is none. */
  text(name: string): Promise<string | undefined>;
}

/**
 * Opens a ZIP file. Every entry is unpacked once before, and `look` sees it: none is larger than it says, and all
 * together not larger than `most` bytes. Throws 400 for anything else.
 */
export async function openZip(
  bytes: Buffer,
  most: number,
  look: (name: string, chunk: Buffer) => void = () => undefined,
): Promise<Zip> {
  // A comment at the end could hide another directory, which another reader would find first.
  const isPlain = bytes.length >= 22 && bytes.readUInt32LE(bytes.length - 22) === 0x06054b50;
  if (!isPlain) throw unreadable(t(DAMAGED));
  try {
    const zip = await open(bytes);
    if (zip.entryCount > ENTRIES_MAX)
      throw unreadable(t('The file has more than {count} parts', { count: ENTRIES_MAX }));
    const entries = new Map<string, yauzl.Entry>();
    let size = 0;
    for await (const entry of entriesOf(zip)) {
      entries.set(entry.fileName, entry);
      const over = () =>
        unreadable(
          t('Unpacked, the file is larger than {megabytes} MB. Please split it', {
            megabytes: Math.floor(most / 1024 / 1024),
          }),
        );
      if (size + entry.uncompressedSize > most) throw over();
      for await (const chunk of (await streamOf(zip, entry)) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > most) throw over();
        look(entry.fileName, chunk);
      }
    }
    const openEntry = (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw unreadable(t(DAMAGED));
      return streamOf(zip, entry);
    };
    return {
      names: [...entries.keys()],
      open: async (name) => openEntry(name),
      text: async (name) =>
        entries.has(name) ? new TextDecoder().decode(await buffer(await openEntry(name))) : undefined,
    };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unreadable(t(DAMAGED));
  }
}
