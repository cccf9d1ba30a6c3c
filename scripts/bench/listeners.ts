import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from './growth.ts';
import type { Measured } from './processes.ts';
import type { SignedIn } from './sign-in.ts';

export const LISTENERS = 5000;
const CHANGES = 20;
const ADDRESSES = 200;

export interface ListenerOutcome {
  rssBefore: number;
  rssAfter: number;
  /** Milliseconds from the call that changes the order until the last of all has heard of it. */
  p50: number;
  p95: number;
  most: number;
}

/** One order, watched by thousands of customers, is changed by staff some times. */
export async function measureListeners(
  { url, cookie, ours }: SignedIn & { ours: Pick<Measured<unknown>, 'usage'> },
  { id, trackingNumber }: { id: number; trackingNumber: string },
): Promise<ListenerOutcome> {
  const before = await ours.usage();
  const path = `${url}/trpc/tracking.onChange?input=${encodeURIComponent(JSON.stringify({ trackingNumber }))}`;
  // One address may not hold that many connections.
  const agents = Array.from({ length: ADDRESSES }, (_, at) => new Agent({ localAddress: `127.0.3.${at + 1}` }));
  let heard = 0;
  let allHeard = () => {};
  const open = async (at: number): Promise<IncomingMessage> => {
    const agent = agents[at % agents.length];
    const asked = get(path, { agent, headers: { accept: 'text/event-stream' } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.setEncoding('utf8');
    await new Promise<void>((resolve) => {
      answer.on('data', (text: string) => {
        if (text.includes('event: connected')) resolve();
        if (text.includes('"trackingNumber"') && ++heard === LISTENERS) allHeard();
      });
    });
    return answer;
  };
  const streams: IncomingMessage[] = [];
  for (let at = 0; at < LISTENERS; at += 50)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, (_, next) => open(at + next)))));
  const after = await ours.usage();
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    heard = 0;
    const all = new Promise<void>((resolve) => {
      allHeard = resolve;
    });
    const begun = performance.now();
    const answer = await fetch(`${url}/api/v1/orders/${id}`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ notes: `Change ${change} of the bench` }),
    });
    if (!answer.ok) throw new Error(`The order was not changed: ${await answer.text()}`);
    await all;
    times.push(performance.now() - begun);
    // A change each second.
    await pause(Math.max(0, 1000 - (performance.now() - begun)));
  }
  for (const stream of streams) stream.destroy();
  for (const agent of agents) agent.destroy();
  return {
    rssBefore: before.rss,
    rssAfter: after.rss,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    most: Math.max(...times),
  };
}
