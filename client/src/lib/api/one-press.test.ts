import type { AppRouter } from '@quickfleet/server/router';
import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test, vi } from 'vitest';
import { onePressLink, wasSentSince } from './one-press.ts';

interface Sent {
  path: string;
  key: unknown;
  answer: (data: unknown) => void;
  lose: () => void;
}
function clientOf() {
  const sent: Sent[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      onePressLink,
      () =>
        ({ op }) =>
          observable((observer) => {
            sent.push({
              path: op.path,
              key: op.context['idempotencyKey'],
              answer: (data) => {
                observer.next({ result: { type: 'data', data } });
                observer.complete();
              },
              lose: () => observer.error(TRPCClientError.from(new Error('No connection'))),
            });
          }),
    ],
  });
  return { client, sent };
}
const note = (text: string) => ({ subject: 'order' as const, id: 1, text });

test('U100 a second press while the first is under way is the same call, and both get its answer', async () => {
  const { client, sent } = clientOf();
  const both = [client.officeNotes.add.mutate(note('Called')), client.officeNotes.add.mutate(note('Called'))];
  const other = client.officeNotes.add.mutate(note('Wrote'));
  expect(sent.map(({ path }) => path)).toEqual(['officeNotes.add', 'officeNotes.add']);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
  for (const { answer } of sent) answer('saved');
  expect(await Promise.all([...both, other])).toEqual(['saved', 'saved', 'saved']);
});

test('U100 a second press right after the answer sends nothing; a later one does, under its own key', async () => {
  const clock = vi.spyOn(performance, 'now');
  try {
    clock.mockReturnValue(1000);
    const { client, sent } = clientOf();
    const press = () => client.officeNotes.add.mutate(note('Called'));
    const first = press();
    sent[0]?.answer('saved');
    await first;
    clock.mockReturnValue(1050);
    expect(await press()).toBe('saved');
    expect(sent).toHaveLength(1);
    clock.mockReturnValue(1800);
    const later = press();
    sent[1]?.answer('saved again');
    expect(await later).toBe('saved again');
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  } finally {
    clock.mockRestore();
  }
});

test('U100 the same again with something else in between is another wish', async () => {
  const { client, sent } = clientOf();
  const send = async (text: string) => {
    const call = client.officeNotes.add.mutate(note(text));
    sent.at(-1)?.answer(text);
    await call;
  };
  for (const text of ['on', 'off', 'on']) await send(text);
  expect(sent).toHaveLength(3);
});

test('U100 after a lost answer the same attempt keeps its key; what changes the session has none', async () => {
  const { client, sent } = clientOf();
  const lost = client.officeNotes.add.mutate(note('Called'));
  sent[0]?.lose();
  await expect(lost).rejects.toThrow('No connection');
  const again = client.officeNotes.add.mutate(note('Called'));
  sent[1]?.answer('saved');
  await again;
  expect(sent[1]?.key).toBe(sent[0]?.key);
  void client.auth.login.mutate({ username: 'ada', password: 'secret' });
  expect(sent[2]?.key).toBeUndefined();
});

test('U100 a press that was refused may be repeated immediately, whatever else was sent in between', async () => {
  // Later than every press of the tests above.
  const pressed = performance.now() + 10_000;
  const clock = vi.spyOn(performance, 'now');
  try {
    clock.mockReturnValue(pressed);
    const { client, sent } = clientOf();
    const refused = client.officeNotes.add.mutate(note('Called'));
    clock.mockReturnValue(pressed + 100);
    const preview = client.templates.preview.mutate({ subject: 'A', content: 'B' } as never);
    sent[0]?.lose();
    await expect(refused).rejects.toThrow('No connection');
    sent[1]?.answer({});
    await preview;
    expect([wasSentSince(pressed), wasSentSince(pressed + 50), wasSentSince(pressed + 200)]).toEqual([
      false,
      true,
      false,
    ]);
  } finally {
    clock.mockRestore();
  }
});
