import { afterAll, afterEach, beforeAll, describe, inject, it } from 'vitest';
import { beginOutage, type Outage, surviveOutage } from './outages.ts';

describe('a database that is away for long', { timeout: 180_000 }, () => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await beginOutage(inject('templateUrl'));
  });
  afterEach(() => outage.stop());
  afterAll(() => outage.close());

  it.each([10, 60])(
    'N13 is served again 5 s after an outage of %i s, by as many connections as before',
    async (seconds) => {
      await surviveOutage(outage, seconds);
    },
  );
});
