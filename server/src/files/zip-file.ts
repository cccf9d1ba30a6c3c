import { text } from 'node:stream/consumers';
import type { Host } from '../process/heavy/protocol.ts';
import { type Written, ZipWriter } from './zip-writer.ts';

/** What is known of an entry before its content. */
export interface ZipHead {
  path: string;
  compress: boolean;
  /** The content is JSON, and is written for people to read. */
  isPretty?: boolean;
}
/** The next entry, after what became of the one before; or more of the content of this one. */
export type ZipQuestion = { next: Written | undefined } | 'more';
export type ZipAnswer = ZipHead | Uint8Array | string | undefined;
type Asking = Host<ZipQuestion, ZipAnswer>;

const isContent = (answer: ZipAnswer): answer is Uint8Array | string =>
  typeof answer === 'string' || answer instanceof Uint8Array;

async function* contentOf(host: Asking): AsyncGenerator<Buffer | string> {
  for (let more = await host.ask('more'); isContent(more); more = await host.ask('more'))
    yield typeof more === 'string' ? more : Buffer.from(more);
}
async function* prettyOf(host: Asking): AsyncGenerator<string> {
  const value: unknown = JSON.parse(await text(contentOf(host)));
  yield `${JSON.stringify(value, null, 2)}\n`;
}

/** Heavy work: packs and compresses what it is given into a file, which has its name once it is whole. */
export async function packZip({ file }: { file: string }, host: Asking): Promise<{ size: number; sha256: string }> {
  const zip = new ZipWriter(file, (bytes) => host.grow(bytes));
  try {
    let before: Written | undefined;
    for (;;) {
      const head = await host.ask({ next: before });
      if (head === undefined || isContent(head)) break;
      host.count();
      const content = head.isPretty ? prettyOf(host) : contentOf(host);
      before = await zip.add(head.path, content, head.compress);
    }
    return await zip.finish();
  } catch (error) {
    await zip.discard();
    throw error;
  }
}
