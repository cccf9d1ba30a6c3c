import type { AppRouter } from '@quickfleet/server/router';
import { createTRPCClient } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, expect, test, vi } from 'vitest';
import { onePressLink } from '../api/one-press.ts';
import { isOwnChange } from './own-changes.ts';

afterEach(() => void vi.useRealTimers());

test('a change is one’s own until some seconds after its answer, however late and bare that is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let answer = () => {};
  const client = createTRPCClient<AppRouter>({
    links: [
      onePressLink,
      () => () =>
        observable((observer) => {
          answer = () => {
            observer.next({ result: { type: 'data', data: { success: true } } });
            observer.complete();
          };
        }),
    ],
  });
  const call = client.orders.delete.mutate({ id: 7 });
  expect(isOwnChange('order', 7)).toBe(true);
  vi.advanceTimersByTime(8000);
  expect(isOwnChange('order', 7)).toBe(false);
  answer();
  await call;
  expect([isOwnChange('order', 7), isOwnChange('order', 8), isOwnChange('quote', 7)]).toEqual([true, false, false]);
});
