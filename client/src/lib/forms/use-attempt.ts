import { useRef } from 'react';
import { newIdempotencyKey } from '../api/idempotency.ts';

/** The idempotency key of a form: the same content sent again after a lost answer is the same attempt; a changed one is another. */
export function useAttempt() {
  const last = useRef({ body: '', key: '' });
  return (content: unknown): string => {
    const body = JSON.stringify(content);
    if (last.current.body !== body) last.current = { body, key: newIdempotencyKey() };
    return last.current.key;
  };
}
