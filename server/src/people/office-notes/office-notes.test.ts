import { OFFICE_NOTES_MAX } from '@quickfleet/shared/limits';
import type { OfficeNote } from '@quickfleet/shared/people/office-notes';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { makeOrder, makeQuote, ok, openOrder } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const world = useWorld();
const path = (subject: string, id: number) => `/api/v1/office-notes/${subject}/${id}`;
const notesAt = async (url: string) => ok<{ data: OfficeNote[] }>(await world.admin.get(url)).data;

/** A quote, an order and a customer to write about. */
async function subjects() {
  const order = await makeOrder(world.app, world.dispatcher);
  return [
    ['quote', order.quoteId ?? 0],
    ['order', order.id],
    ['customer', order.customerId ?? 0],
  ] as const;
}

describe('J17 the notes of the office', () => {
  it('J17 belong to a quote, an order or a customer, with author and time, oldest first', async () => {
    for (const [subject, id] of await subjects()) {
      const url = path(subject, id);
      const at = new Date('2026-03-01T09:30:00.000Z');
      world.app.setClock(at);
      const answer = await world.dispatcher.post(url, { text: '  Called: yard gate\nafter 9  ' });
      world.app.setClock(undefined);
      expect(answer.statusCode).toBe(201);
      const first = answer.json<OfficeNote>();
      expect(first).toMatchObject({
        text: 'Called: yard gate\nafter 9',
        authorId: world.dispatcher.userId,
        createdAt: at.toISOString(),
      });
      expect(first.author).not.toBe('');
      const second = ok<OfficeNote>(await world.admin.post(url, { text: 'Thanks' }));
      expect(await notesAt(url)).toEqual([first, second]);
      expect(
        await world.app.sql(
          `select action, actor_id, detail from history where subject = ? and subject_id = ? and action like 'note.%' order by id`,
          subject,
          id,
        ),
      ).toEqual([
        { action: 'note.added', actor_id: world.dispatcher.userId, detail: null },
        { action: 'note.added', actor_id: world.admin.userId, detail: null },
      ]);
    }
  });

  it('J17 are taken back by their author alone', async () => {
    const [[subject, id]] = await subjects();
    const url = path(subject, id);
    const note = ok<OfficeNote>(await world.dispatcher.post(url, { text: 'Mine' }));
    expectError(await world.admin.delete(`/api/v1/office-notes/${note.id}`), 403, 'FORBIDDEN');
    expect(await notesAt(url)).toEqual([note]);
    const tries = await Promise.all([1, 2].map(() => world.dispatcher.delete(`/api/v1/office-notes/${note.id}`)));
    expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect(await notesAt(url)).toEqual([]);
    expectError(await world.admin.delete(`/api/v1/office-notes/${NOWHERE}`), 404, 'NOTE_NOT_FOUND');
  });

  it('J17 are read by staff alone, and appear in no answer to anybody else', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    const url = path('order', order.id);
    ok(await world.dispatcher.post(url, { text: 'SECRET of the office' }));
    await expectRefused(
      world,
      [
        ['GET', url],
        ['POST', url, { text: 'x' }],
      ],
      ['driver', 'customer'],
    );
    const phone = await openOrder(world.app, order);
    const key = await world.program('orders:read', 'orders:write', 'orders:manage');
    expectError(await phone.get(url), 401);
    expectError(await key.get(url), 403);
    for (const answer of [
      await phone.get('/api/v1/driver/order'),
      await key.get(`/api/v1/orders/${order.id}`),
      await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`),
    ])
      expect(answer.body).not.toContain('SECRET');
  });

  it('J17 need words and something to be about, and there are not endlessly many', async () => {
    const [[subject, id]] = await subjects();
    const url = path(subject, id);
    expectIssue(await world.admin.post(url, { text: '   ' }), 'text', 'Write something first');
    expectError(await world.admin.post(url, { text: 'x'.repeat(5001) }), 400);
    expectError(await world.admin.post(path('driver', id), { text: 'x' }), 400);
    for (const nothing of ['quote', 'order', 'customer']) {
      expectError(await world.admin.get(path(nothing, NOWHERE)), 404);
      expectError(await world.admin.post(path(nothing, NOWHERE), { text: 'x' }), 404);
    }
    await world.app.sql(
      `insert into office_notes (subject, subject_id, text, author_name, created_at) select ?, ?, 'n', 'n', now() from generate_series(1, ?)`,
      subject,
      id,
      OFFICE_NOTES_MAX,
    );
    expectError(await world.admin.post(url, { text: 'One more' }), 409, 'TOO_MANY_NOTES');
  });

  it('J17 go with what they are about; a quote that is brought back has them still', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    ok(await world.admin.post(path('order', order.id), { text: 'x' }));
    ok(await world.admin.delete(`/api/v1/orders/${order.id}`));
    const { id } = await makeQuote(world.app);
    ok(await world.admin.post(path('quote', id), { text: 'y' }));
    ok(await world.admin.delete(`/api/v1/quotes/${id}`));
    ok(await world.admin.post(`/api/v1/quotes/${id}/restore`));
    expect(await notesAt(path('quote', id))).toMatchObject([{ text: 'y' }]);
    ok(await world.admin.delete(`/api/v1/quotes/${id}`));
    world.app.setClock(new Date(Date.now() + 20 * 60_000));
    await sweep(world.app.services);
    world.app.setClock(undefined);
    const left = await world.app.sql(
      `select 1 from office_notes where (subject = 'order' and subject_id = ?) or (subject = 'quote' and subject_id = ?)`,
      order.id,
      id,
    );
    expect(left).toEqual([]);
  });
});
