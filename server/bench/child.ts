/** What a measured process says of itself when it is asked over its IPC channel. */
export interface Usage {
  /** Microseconds of CPU, user and system, since it began. */
  cpu: number;
  rss: number;
  heap: number;
}

/** Tells the parent where this process listens, answers its questions, and ends when it asks for it or is gone. */
export function reportTo(parent: NodeJS.Process, ready: Record<string, unknown>, stop: () => Promise<void>): void {
  const end = () => void stop().then(() => process.exit(0));
  parent.on('message', (message) => {
    if (message === 'stop') return end();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    parent.send?.({ usage: { cpu: user + system, rss, heap: heapUsed } satisfies Usage });
  });
  parent.on('disconnect', end);
  parent.send?.({ ready });
}
