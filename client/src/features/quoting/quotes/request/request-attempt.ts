import { newIdempotencyKey } from '../../../../lib/api/idempotency.ts';

const KEY = 'quickfleet-quote-attempt';

interface Attempt {
  key: string;
  body: string;
}
let current: Attempt | undefined;

const readStored = (): Attempt | undefined => {
  try {
    const kept: Partial<Attempt> | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof kept?.key === 'string' && typeof kept.body === 'string'
      ? { key: kept.key, body: kept.body }
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * One key for one request: sending the same again, after a lost answer or a reload, gets the first answer and never
 * makes a second quote. Anything changed in between is another request.
 */
export function attemptKey(request: unknown): string {
  const body = JSON.stringify(request);
  const kept = current ?? readStored();
  if (kept?.body === body) return kept.key;
  current = { key: newIdempotencyKey(), body };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // The key then lives as long as the page.
  }
  return current.key;
}

export function forgetAttempt(): void {
  current = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then nothing can have been stored.
  }
}
