import { crc32 } from 'node:zlib';
import { BLOCK_BYTES, markOf } from '@quickfleet/shared/delivery/evidence/pack-blocks';
import { sha256 } from '../../security/secrets.ts';

/** The marks of a file's blocks, while it passes by in pieces of any size. */
export class BlockMarks {
  #rest = Buffer.alloc(0);
  #marks = '';

  add(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const whole = all.length - (all.length % BLOCK_BYTES);
    for (let at = 0; at < whole; at += BLOCK_BYTES) this.#mark(all.subarray(at, at + BLOCK_BYTES));
    this.#rest = Buffer.from(all.subarray(whole));
  }

  end(): string {
    if (this.#rest.length > 0) this.#mark(this.#rest);
    return this.#marks;
  }

  #mark(block: Buffer): void {
    this.#marks += markOf(sha256(block), crc32(block));
  }
}
