import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';
import { noteHealth, watchHealth } from './doctor.service.ts';

const TOKEN = 'a-token-of-the-metrics-page-1';
interface SetupHealth {
  health: { findings: { area: string; name: string; state: string }[] } | null;
}
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ METRICS_TOKEN: TOKEN });
});
afterAll(() => app.close());

it('B40 what fails is on the dashboard and in /metrics after the next look, and in the log when it begins and when it is over', async () => {
  const admin = await app.as('admin');
  const findings = async () =>
    (ok<SetupHealth>(await admin.get('/api/v1/company/setup')).health?.findings ?? []).map(
      ({ area, name, state }) => `${area} ${name} ${state}`,
    );
  const failures = async () => {
    const { body } = await app.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    return Number(/^quickfleet_health\{state="fail"\} (\d+)$/m.exec(body)?.[1]);
  };
  const lines: string[] = [];
  const log = Object.assign(Object.create(app.services.log), {
    error: (_: unknown, line: string) => lines.push(line),
    info: (line: string) => lines.push(line),
  });
  const services = { ...app.services, log };
  await noteHealth(services);
  const before = [await findings(), await failures()] as const;
  expect(before[0]).not.toContain('Queue Jobs fail');
  lines.length = 0;

  await app.sql(`select graphile_worker.add_job('nobody_does_this', run_at => now() - interval '1 hour')`);
  await watchHealth(services);
  await watchHealth(services);
  // What other areas found stays.
  expect((await findings()).sort()).toEqual([...before[0], 'Queue Jobs fail'].sort());
  expect(await failures()).toBe(before[1] + 1);
  expect(lines).toEqual(['health: Queue: Jobs']);

  await app.sql('truncate graphile_worker._private_jobs');
  await watchHealth(services);
  expect((await findings()).sort()).toEqual([...before[0]].sort());
  expect(lines.at(-1)).toBe('health: Queue: Jobs is as it should be again');
});
