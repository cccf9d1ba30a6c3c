import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may be from ours, before and after. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;

/** The bytes of `whsec_…` secrets, separated by commas; undefined when one of them is none. */
export function parseWebhookSecrets(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((one) => one.trim());
  if (keys.some((key) => !/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(key))) return undefined;
  return keys.map((key) => Buffer.from(key.slice('whsec_'.length), 'base64'));
}

interface Signed {
  id: string;
  /** Seconds since 1970, as the header has it. */
  timestamp: string;
  body: Buffer;
}
const hmacOf = (key: Buffer, { id, timestamp, body }: Signed): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();

/** `v1,…` of Standard Webhooks over the bytes as they were sent. */
export const signWebhook = (key: Buffer, signed: Signed): string => `v1,${hmacOf(key, signed).toString('base64')}`;

export type SignatureFault = 'missing' | 'late' | 'wrong';
/**
 * What is wrong with the signature of a message, or undefined. Any of several signatures and any of our secrets will do,
 * so that both sides can rotate; every pair is compared, in a time that tells nothing.
 */
export function findSignatureFault(
  keys: readonly Buffer[],
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  now: Date,
): SignatureFault | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return 'missing';
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return 'missing';
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, 20)
    .map((one) => Buffer.from(one.slice(3), 'base64'));
  if (given.length === 0) return 'missing';
  let isRight = false;
  for (const key of keys) {
    const expected = hmacOf(key, { id, timestamp, body });
    for (const signature of given)
      if (signature.length === expected.length && timingSafeEqual(signature, expected)) isRight = true;
  }
  if (!isRight) return 'wrong';
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) > WEBHOOK_TOLERANCE_SECONDS ? 'late' : undefined;
}
