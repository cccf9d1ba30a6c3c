import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { t } from '@quickfleet/shared/words/t';
import pLimit from 'p-limit';
import { unavailable } from '../http/errors.ts';

// OWASP Password Storage: argon2id, 19 MiB, 2 passes, 1 lane.
const MEMORY = 19_456;
const PASSES = 2;
const LANES = 1;
const BYTES = 32;
const CONCURRENT = 2;
const QUEUE = 20;

const derive = promisify(argon2);
const limit = pLimit(CONCURRENT);

/** Each hash takes 19 MiB and some 30 ms of a core: two run, twenty wait, then 503. */
async function withTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= QUEUE)
    throw unavailable(t('Too many people are signing in right now. Please try again in a moment.'));
  return limit(work);
}

const hashWith = (
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
) =>
  withTurn(() =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength,
    }),
  );
const plain = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '');

/** PHC string of a password (argon2id). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashWith(password, nonce, MEMORY, PASSES, LANES, BYTES);
  return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$${plain(nonce)}$${plain(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const NOBODY = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$${plain(Buffer.alloc(16))}$${plain(Buffer.alloc(BYTES))}`;

/** Compares in constant time; without a stored hash it works as long, so that the time does not give away which users exist. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, lanes, nonce = '', tag = ''] = PHC.exec(stored ?? NOBODY) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const actual = await hashWith(
    password,
    Buffer.from(nonce, 'base64'),
    Number(memory),
    Number(passes),
    Number(lanes),
    expected.length,
  );
  return timingSafeEqual(actual, expected) && stored !== undefined;
}
