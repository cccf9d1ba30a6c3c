import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok } from '../../../test/support/factories.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const setup = async (): Promise<Setup> => ok<Setup>(await admin.get('/api/v1/company/setup'));
const doneIn = ({ steps }: Setup) => steps.flatMap(({ step, isDone }) => (isDone ? [step] : []));

describe('the first run', () => {
  it('C380 is to come while nothing was saved, asked for or joined, and only admins read it', async () => {
    await app.sql(`update company set settings = '{}'`);
    expect(await setup()).toMatchObject({ isNew: true, isDismissed: false, samples: { customers: 0 } });
    // A variable of the environment has set the mail server.
    expect(doneIn(await setup())).toEqual(['mail']);
    const others = await createTestApp();
    const dispatcher = await others.as('dispatcher');
    expect((await dispatcher.get('/api/v1/company/setup')).statusCode).toBe(403);
    expect((await dispatcher.post('/api/v1/company/samples')).statusCode).toBe(403);
    await others.close();
  });

  it('C382 samples are marked, add no mail, come once, and go in one call with what was done for them', async () => {
    const real = await makeOrder(app, admin);
    const mails = async () => (await app.sql('select id from emails')).length;
    const before = await mails();
    const made = ok<Setup>(await admin.post('/api/v1/company/samples'));
    expect(made.samples).toEqual({ customers: 3, quotes: 2, orders: 3 });
    expect(ok<Setup>(await admin.post('/api/v1/company/samples')).samples).toEqual(made.samples);
    expect(await mails()).toBe(before);
    const rows = await app.sql<{ id: number; name: string; email: string }>(
      `select o.id, customer_name as name, customer_email as email from orders o where id <> ? order by id`,
      real.id,
    );
    for (const { name, email } of rows)
      expect([name, email]).toEqual([
        expect.stringMatching(/ \(sample\)$/),
        expect.stringMatching(/@sample\.example$/),
      ]);
    // What is done with one later is written, and not sent.
    await admin.put(`/api/v1/orders/${rows[0]?.id}/status`, { status: 'cancelled' });
    expect(await app.sql(`select distinct status from emails where recipient like '%@sample.example'`)).toEqual([
      { status: 'kept' },
    ]);
    const quote = await app.sql<{ id: number }>(`select id from quotes where status = 'sent'`);
    await admin.put(`/api/v1/quotes/${quote[0]?.id}`, { status: 'paid' });
    ok(await admin.post(`/api/v1/quotes/${quote[0]?.id}/convert-to-order`));
    ok(
      await admin.post('/api/v1/recurring-orders', {
        rule: 'FREQ=WEEKLY;BYDAY=TU',
        start: addDays(dayAt(new Date(), 'UTC'), 30),
        order: {
          customerName: rows[0]?.name,
          customerEmail: rows[0]?.email,
          pickupAddress: '1 A Street',
          deliveryAddress: '2 B Street',
          items: [{ name: 'Box' }],
        },
      }),
    );
    const gone = ok<Setup>(await admin.delete('/api/v1/company/samples'));
    expect(gone.samples).toEqual({ customers: 0, quotes: 0, orders: 0 });
    expect(await app.sql('select id from orders')).toEqual([{ id: real.id }]);
    expect(await app.sql('select id from quotes where id is distinct from ?', real.quoteId)).toEqual([]);
    expect(await app.sql('select id from recurring_orders')).toEqual([]);
  });

  it('C381 a step is done by what is there or by who found it right; a list that is dismissed stays so', async () => {
    expect(doneIn(await setup())).toEqual(['mail', 'samples']);
    ok(
      await admin.put('/api/v1/company', {
        profile: { name: 'Acme Couriers', phone: '+1 555 0100', email: 'hello@acme.example' },
        locale: { timeZone: 'Europe/Vienna' },
      }),
    );
    ok(await admin.put('/api/v1/company', { setup: { checked: ['hours'] } }));
    expect(doneIn(await setup())).toEqual(['profile', 'place', 'hours', 'mail', 'samples']);
    await app.as('driver');
    expect(doneIn(await setup())).toContain('driver');
    ok(await admin.put('/api/v1/company', { setup: { isDismissed: true } }));
    expect(await setup()).toMatchObject({ isDismissed: true, isNew: false });
    expect((await admin.put('/api/v1/company', { setup: { checked: ['nothing'] } })).statusCode).toBe(400);
    expect(await app.sql(`select data::jsonb ->> 'path' as path from history where detail like 'setup.%'`)).toEqual([
      { path: 'setup.checked' },
      { path: 'setup.isDismissed' },
    ]);
  });
  it('C512 is shown once, whatever was done in it, and its list stays; what is made up is not ticked', async () => {
    await app.sql(`update company set settings = '{}'`);
    await admin.put('/api/v1/company', { setup: { isShown: true, checked: ['profile', 'hours'] } });
    expect(await setup()).toMatchObject({ isNew: false, isDismissed: false });
    const isDone = async (step: 'profile' | 'hours') => doneIn(await setup()).includes(step);
    expect([await isDone('profile'), await isDone('hours')]).toEqual([false, true]);
    await admin.put('/api/v1/company', { profile: { name: 'Acme', phone: '+1 555 0100' } });
    expect(await isDone('profile')).toBe(false);
    await admin.put('/api/v1/company', { profile: { email: 'hello@acme.example' } });
    expect(await isDone('profile')).toBe(true);
    expect(await app.sql(`select 1 from history where detail like 'setup.isShown%'`)).toEqual([]);
  });
});
