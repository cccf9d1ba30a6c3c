import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../../context.ts';
import { readBackupState } from './runs.ts';

/** When the newest backup was made and whether the newest nightly one failed, as every process of the database sees it. */
export function registerBackupMetrics(registry: Registry, { orm }: Services): void {
  // While the database is away the other metrics must still be read: these two keep what they were.
  const read = () => readBackupState((sql) => orm.em.fork().execute(sql)).catch(() => undefined);
  new Gauge({
    name: 'quickfleet_backup_last_success_timestamp_seconds',
    help: 'When the newest backup that worked was begun; 0 without one',
    registers: [registry],
    async collect() {
      const state = await read();
      if (state) this.set((state.lastSuccess?.getTime() ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'quickfleet_backup_failed',
    help: '1 when the newest nightly backup failed',
    registers: [registry],
    async collect() {
      const state = await read();
      if (state) this.set(state.failure === null ? 0 : 1);
    },
  });
}
