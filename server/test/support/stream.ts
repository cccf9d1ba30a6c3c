import type { LiveChange } from '@quickfleet/shared/messages/live';
import { afterAll } from 'vitest';
import type { Client } from './app.ts';

/** An open live stream, with all it brought so far. */
export interface Stream {
  received: LiveChange[];
  /** Why the stream did not begin: before its turn by its status, later inside a stream that was answered 200. */
  refusal?: number;
  isOpen: boolean;
  /** The server said that it is over: a browser does not open it again. */
  isEndedForGood: boolean;
  stop(): void;
}

const open: Stream[] = [];
afterAll(() => {
  for (const stream of open.splice(0)) stream.stop();
});

/** Opens `/trpc/{path}` and resolves once the stream stands or was refused. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const ends = new AbortController();
  const answer = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: ends.signal });
  const stream: Stream = { received: [], isOpen: true, isEndedForGood: false, stop: () => ends.abort() };
  if (!answer.ok) stream.refusal = answer.status;
  open.push(stream);
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('event: connected')) begun.resolve();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (\{"(?:topic|trackingNumber)".*\})$/m.exec(block)?.[1];
        if (data) stream.received.push(JSON.parse(data));
        const refusal = /"httpStatus":(\d+)/.exec(block)?.[1];
        if (refusal) stream.refusal = Number(refusal);
        if (/^event: (return|serialized-error)$/m.test(block)) stream.isEndedForGood = true;
      }
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      stream.isOpen = false;
      begun.resolve();
    });
  await begun.promise;
  return stream;
}

export const cookieOf = ({ cookies }: Pick<Client, 'cookies'>): Record<string, string> => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

export const trackingStream = (trackingNumber: string): string =>
  `/trpc/tracking.onChange?input=${encodeURIComponent(JSON.stringify({ trackingNumber }))}`;
