import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { beginOutage, type Outage, surviveOutage } from './outages.ts';

describe('a database that is away for long', { timeout: 180_000 }, () => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await beginOutage(inject('templateUrl'));
  });
  afterAll(() => outage.close());

  it('N13 is served again 5 s after an outage of 60 s, by as many connections as before', async () => {
    await surviveOutage(outage, 60);
  });
});
