import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, named so that neither a number given out again nor another container's numbers are taken for it. */
export interface ProcessName {
  pid: number;
  /** Ticks since boot at which it started; '' where the system does not show it. */
  started: string;
  /** One run of one kernel; containers of one host share it. '' where the system does not show it. */
  boot: string;
  /** The numbering that `pid` belongs to. */
  namespace: string;
  host: string;
}

const textOf = (read: () => string): string => {
  try {
    return read().trim();
  } catch {
    return '';
  }
};

/** The fields of /proc/PID/stat behind the name; the first one is the state. */
const statOf = (pid: number): string[] => {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};
/** It is over, and its parent has not asked for its end: in a container without an init process nobody ever does. */
const isZombie = ([state]: readonly string[]): boolean => state === 'Z';

const startOf = (pid: number): string => {
  const fields = statOf(pid);
  return isZombie(fields) ? '' : (fields[19] ?? '');
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(statOf(pid));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

export const thisProcess = (): ProcessName => ({
  pid: process.pid,
  started: startOf(process.pid),
  boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  namespace: textOf(() => readlinkSync('/proc/self/ns/pid')),
  host: hostname(),
});

export const isSameKernel = (one: ProcessName, other: ProcessName): boolean =>
  one.boot === other.boot && (one.boot !== '' || one.host === other.host);

/** Whether the process still runs: undefined when it cannot be seen from here. */
export function stillRuns(other: ProcessName): boolean | undefined {
  const here = thisProcess();
  if (!isSameKernel(other, here) || other.namespace !== here.namespace) return undefined;
  return isAlive(other.pid) && startOf(other.pid) === other.started;
}
