import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Short, so that a process that has used up its share does not stand still for long. */
const PERIOD_US = 10_000;

interface Hierarchy {
  root: string;
  limits(share: number): Record<string, string>;
}
/** Linux's control groups of the first and of the second version. */
const hierarchies: readonly Hierarchy[] = [
  {
    root: '/sys/fs/cgroup/cpu',
    limits: (share) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${share * PERIOD_US}` }),
  },
  { root: '/sys/fs/cgroup', limits: (share) => ({ 'cpu.max': `${share * PERIOD_US} ${PERIOD_US}` }) },
];

/**
 * Limits a process to a share of one core, as on a small machine; processes it started before keep the whole machine.
 * Returns a function that ends the limit, or undefined where the machine has no control groups or permits none.
 */
export async function holdToShare(pid: number, share: number): Promise<(() => Promise<void>) | undefined> {
  for (const { root, limits } of hierarchies) {
    const group = join(root, `quickfleet-bench-${pid}`);
    try {
      await mkdir(group);
      for (const [name, value] of Object.entries(limits(share))) await writeFile(join(group, name), value);
      await writeFile(join(group, 'cgroup.procs'), `${pid}`);
    } catch {
      await rmdir(group).catch(() => undefined);
      continue;
    }
    return async () => {
      await writeFile(join(root, 'cgroup.procs'), `${pid}`);
      await rmdir(group);
    };
  }
  return undefined;
}
