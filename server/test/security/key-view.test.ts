import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { type Action, permissions, scopes } from '@quickfleet/shared/permissions';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { actionOf, buildDocument } from '../../src/rest/openapi/openapi.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makeQuote, ok, openOrder, orderBody, recurringBody, signatureFile } from '../support/factories.ts';

const world = useWorld({ LIMIT_SCALE: 1000 });
const IP = '203.0.113.77';
const notes = { driverNotes: 'SECRET of the driver', officeNotes: 'SECRET of the office' };
const actionName = (operationId = ''): Action | undefined =>
  Object.keys(permissions).find((name): name is Action => name === actionOf(operationId));
const HIDDEN = /SECRET|203\.0\.113\.77/;

async function made() {
  const order = ok<Order>(
    await world.dispatcher.post('/api/v1/orders', orderBody({ ...notes, driverId: world.driver.userId })),
  );
  const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
  ok(
    await phone.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(order.id) }, [
      await signatureFile(),
    ]),
  );
  ok(
    await phone.post(`/api/v1/orders/${order.id}/attempts`, {
      stop: 'delivery',
      outcome: 'failed',
      reason: 'refused',
      noteOffice: 'SECRET of the attempt',
      position: { lat: 48.1, lng: 11.5, accuracy: 10 },
    }),
  );
  const job = ok<{ id: number }>(
    await world.dispatcher.post(
      '/api/v1/recurring-orders',
      recurringBody({ order: { ...recurringBody().order, ...notes } }),
    ),
  );
  const { id: quoteId } = await makeQuote(world.app);
  const quote = ok<Quote>(
    await world.dispatcher.put(`/api/v1/quotes/${quoteId}`, { price: '10', paymentUrl: 'https://pay.example.com/q' }),
  );
  const token = quote.customerUrl?.split('/q/')[1];
  ok(
    await world.app
      .client({ ip: IP })
      .post(`/api/v1/q/${token}/accept`, { revision: quote.revision, name: 'Ada', termsAccepted: true }),
  );
  return { order, job, quoteId };
}

describe('X14 an API key', () => {
  it('X14 reads no internal notes and no network address, by any call that it may make', async () => {
    const { order, job, quoteId } = await made();
    const key = await world.program(...scopes);
    const ids: Record<string, number> = {
      orders: order.id,
      quotes: quoteId,
      'recurring-orders': job.id,
      drivers: world.driver.userId,
      customers: order.customerId ?? 0,
    };
    const read: string[] = [];
    for (const [path, operations] of Object.entries(buildDocument().paths)) {
      const action = actionName(operations.get?.operationId);
      if (!action || permissions[action].key === null || /stream|\.(?:pdf|zip)$/.test(path)) continue;
      const id = ids[path.replace(/^\/api\/(?:v1\/)?/, '').split('/')[0] ?? ''] ?? order.id;
      const url = path.replace('{trackingValue}', order.trackingNumber).replaceAll(/\{\w+\}/g, String(id));
      const answer = await key.get(url);
      expect(answer.body, url).not.toMatch(HIDDEN);
      if (answer.statusCode === 200) read.push(action);
    }
    expect(read).toEqual(
      expect.arrayContaining([
        'orders.get',
        'orders.list',
        'orders.listOfDriver',
        'planning.board',
        'recurring.get',
        'quotes.get',
        'quotes.list',
      ]),
    );
    for (const answer of [
      await key.put(`/api/v1/orders/${order.id}`, { notes: 'New', officeNotes: null, driverNotes: null }),
      await key.post(`/api/v1/orders/${order.id}/attempts`, {
        stop: 'delivery',
        outcome: 'failed',
        reason: 'refused',
      }),
      await key.post(`/api/v1/orders/${order.id}/duplicate`, {}),
      await key.get(`/trpc/orders.get?input=${encodeURIComponent(JSON.stringify({ id: order.id }))}`),
    ])
      expect(answer.body).not.toMatch(HIDDEN);
    // What it could not read, it does not take away.
    expect(ok(await world.dispatcher.get(`/api/v1/orders/${order.id}`))).toMatchObject({ notes: 'New', ...notes });
    expect((await world.dispatcher.get(`/api/v1/quotes/${quoteId}`)).body).toMatch(HIDDEN);
  });

  it('X14 reads evidence with evidence:read and revenue with stats:read alone', async () => {
    const { order } = await made();
    const [plain, reader] = [await world.program('orders:read'), await world.program('orders:read', 'evidence:read')];
    const url = `/api/v1/orders/${order.id}`;
    const seen = ok<Order>(await plain.get(url));
    expect(seen).toMatchObject({ status: 'picked_up', signatures: [], pickupSignature: null });
    expect(seen).not.toHaveProperty('proofPieces');
    expect(seen).not.toHaveProperty('lateEvidence');
    expect(seen.attempts.at(-1)).toMatchObject({ reason: 'refused', position: null, deviceName: null });
    expect(ok<Order>(await reader.get(url))).toMatchObject({
      signatures: [{ signerName: 'Ada' }],
      proofPieces: [{ kind: 'signature' }],
      lateEvidence: [],
    });
    for (const paper of ['proof.pdf', 'evidence.zip']) {
      expect(expectError(await plain.get(`${url}/${paper}`), 403).error).toContain('evidence:read');
      expect((await reader.get(`${url}/${paper}`)).statusCode, paper).toBe(200);
    }
    expectError(await plain.get(`/api/v1/orders/proofs.zip?ids=${order.id}`), 403);
    expect(expectError(await plain.get('/api/v1/stats'), 403).error).toContain('stats:read');
    ok(await (await world.program('stats:read')).get('/api/v1/stats'));
  });
});
