import { heavy } from '../process/heavy/heavy.ts';
import type { HeavyKind } from '../process/heavy/kinds.ts';
import type { ZipAnswer, ZipHead, ZipQuestion } from './zip-file.ts';
import type { Written } from './zip-writer.ts';

/** One entry; its content is read when its turn comes. */
export interface ZipEntry extends ZipHead {
  content: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;
}
/** The entries in their order. Each `yield` answers with the size and the hash of what was written of it. */
export type ZipEntries<Result = void> = AsyncGenerator<ZipEntry, Result, Written>;

async function* piecesOf({ content }: ZipEntry): AsyncGenerator<Uint8Array | string> {
  yield* content;
}

/**
 * Has a ZIP file packed in a process for heavy work; it has its name once it is whole and on the disk. Rejects as heavy
 * work does, and with what the entries throw.
 */
export async function packInto(
  file: string,
  entries: ZipEntries,
  { kind, signal }: { kind: HeavyKind; signal?: AbortSignal | undefined },
): Promise<{ size: number; sha256: string }> {
  const packing = heavy<typeof import('./zip-file.ts')>(kind, new URL('./zip-file.ts', import.meta.url));
  let pieces: AsyncGenerator<Uint8Array | string> | undefined;
  const answer = async (question: ZipQuestion): Promise<ZipAnswer> => {
    if (question === 'more') {
      const piece = await pieces?.next();
      return piece?.done ? undefined : piece?.value;
    }
    const entry = await (question.next ? entries.next(question.next) : entries.next());
    if (entry.done) return undefined;
    const { content: _, ...head } = entry.value;
    pieces = piecesOf(entry.value);
    return head;
  };
  try {
    return await packing.run('packZip', { file }, { answer, signal });
  } finally {
    await pieces?.return(undefined);
    await entries.return();
  }
}
