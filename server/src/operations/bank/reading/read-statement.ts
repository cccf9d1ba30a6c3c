import { BANK_LINES_MAX, type BankMapping } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import type { Host } from '../../../process/heavy/protocol.ts';
import { readFileStream } from '../../../process/outside/streams.ts';
import { decode, findEncoding } from '../../imports/reading/encoding.ts';
import { unreadable } from '../../imports/reading/unreadable.ts';
import type { ReadStatement } from './bank-line.ts';
import { readBankTable } from './bank-table.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';

interface StatementFile {
  path: string;
  size: number;
  mapping: BankMapping;
}
const ZIP = 'PK\u0003\u0004';
const HEAD = 2000;

async function* withHead(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** Heavy work: the bookings of a file, whatever it is called. Throws 400 with a sentence for one that is no such file. */
export async function readStatement({ path, size, mapping }: StatementFile, host: Host): Promise<ReadStatement> {
  if (size === 0) throw unreadable(t('The file is empty'));
  let lines = 0;
  const count = () => {
    host.count();
    if (++lines > BANK_LINES_MAX)
      throw unreadable(
        t('A file can have at most {count, plural, other {#}} bookings. Please split it', { count: BANK_LINES_MAX }),
      );
  };
  const [start] = (await readFileStream(path, { start: 0, end: 3 }).setEncoding('latin1').toArray()) as string[];
  if (start === ZIP) return readBankTable(path, size, mapping, count);
  const open = () => readFileStream(path);
  const text = decode(open(), await findEncoding(open));
  let head = '';
  for (let part = await text.next(); !part.done; part = await text.next()) {
    head += part.value;
    if (head.length >= HEAD) break;
  }
  if (/^\s*</.test(head)) return readCamt(withHead(head, text), count);
  if (!/^(?:\{[14]:|:20:)/m.test(head) || !/^:(?:25|60[FM]|28C?):/m.test(head)) {
    await text.return(undefined);
    return readBankTable(path, size, mapping, count);
  }
  let whole = head;
  for await (const part of text) whole += part;
  return readMt940(whole, count);
}
