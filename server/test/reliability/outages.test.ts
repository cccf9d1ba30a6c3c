import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { beginOutage, type Outage, surviveOutage } from './outages.ts';

let outage: Outage;
beforeAll(async () => {
  outage = await beginOutage(inject('templateUrl'));
});
afterEach(() => outage.stop());
afterAll(() => outage.close());

describe('a database that goes away and comes back', { timeout: 120_000 }, () => {
  it('N13 is served again 5 s after an outage of 1 s, by as many connections as before', async () => {
    await surviveOutage(outage, 1);
  });

  it.each(['shut', 'hang'] as const)('N13 does not hold up a stop in the middle of the outage: %s', async (how) => {
    const server = await outage.launch();
    await outage.door[how]();
    // A call and some tries on their way.
    void fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'a-good-password-1' }),
    }).catch(() => undefined);
    await pause(2000);
    const asked = performance.now();
    await server.end('SIGTERM');
    expect(performance.now() - asked).toBeLessThan(10_000);
    await outage.door.shut();
    await outage.door.open();
  });
});
