/** What a measured process says of itself when it is asked over its IPC channel. */
export interface Usage {
  /** Microseconds of CPU, user and system, since it began. */
  cpu: number;
  rss: number;
  heap: number;
}

/** What both sides have to know to answer the same: the secret and the beginning of links, and whose days count. */
export const shared = {
  SESSION_SECRET: 'a secret for measurements and for nothing else',
  PUBLIC_URL: 'http://fleet.example',
  BUSINESS_TIMEZONE: 'UTC',
};

/** The process's answers in addition to its usage, by the name of the question. */
type Answers = Record<string, () => Promise<unknown>>;

/** Tells the parent where this process listens, answers its questions, and ends when it asks for it or is gone. */
export function reportTo(
  parent: NodeJS.Process,
  ready: Record<string, unknown>,
  stop: () => Promise<void>,
  answers: Answers = {},
): void {
  const end = () => void stop().then(() => process.exit(0));
  parent.on('message', (message) => {
    if (message === 'stop') return end();
    const name = String(message);
    const answer = answers[name];
    const fail = (error: unknown) => {
      console.error(error);
      end();
    };
    if (answer) return void answer().then((said) => parent.send?.({ [name]: said ?? null }), fail);
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    parent.send?.({ usage: { cpu: user + system, rss, heap: heapUsed } satisfies Usage });
  });
  parent.on('disconnect', end);
  parent.send?.({ ready });
}
