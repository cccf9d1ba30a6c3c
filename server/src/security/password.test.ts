import { createHook } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { hashPassword } from './password.ts';

describe('hashing passwords', () => {
  it('never runs more than two together, even when a call arrives as another ends', async () => {
    let running = 0;
    let peak = 0;
    let ended = 0;
    const hashes = new Set<number>();
    const newcomers: Promise<unknown>[] = [];
    const comeAfter = async (microtasks: number) => {
      for (let n = 0; n < microtasks; n++) await undefined;
      await hashPassword('a newcomer');
    };
    const hook = createHook({
      init(id, type) {
        if (type !== 'ARGON2REQUEST') return;
        hashes.add(id);
        peak = Math.max(peak, ++running);
      },
      before(id) {
        if (!hashes.delete(id)) return;
        running--;
        newcomers.push(comeAfter(++ended % 12));
      },
    }).enable();
    await Promise.all(Array.from({ length: 16 }, () => hashPassword('a waiter')));
    hook.disable();
    await Promise.all(newcomers);
    expect(peak).toBe(2);
  });

  it('accepts twenty-two concurrent calls, and asks the others to come back', async () => {
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => hashPassword('everybody')));
    const refused = all.filter(({ status }) => status === 'rejected').map((one) => 'reason' in one && one.reason.code);
    expect(refused).toEqual(Array.from({ length: 8 }, () => 'SERVICE_UNAVAILABLE'));
  });
});
