import type { ActivityLine } from '@quickfleet/shared/company/history/activity';
import type { HistoryLine } from '@quickfleet/shared/company/history/history';
import { checkPack } from '@quickfleet/shared/delivery/evidence/check-pack';
import { webCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeQuote, ok, openOrder, orderBody } from '../../../test/support/factories.ts';
import { deliverForPack } from '../../../test/support/packs.ts';

let app: TestApp;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'UTC' });
  app.setClock(new Date('2031-03-01T09:00:00Z'));
  staff = await app.as('dispatcher');
  admin = await app.as('admin');
});
afterAll(() => app.close());

const create = async (more: Record<string, unknown> = {}) =>
  ok<Order>(await staff.post('/api/v1/orders', orderBody(more)));
const plain = (text: string | null | undefined) => text?.replaceAll(/[^\S\n]/g, ' ');
/** What a reader of a language reads of each action, and what a program is told in it. */
async function read(subject: 'order' | 'quote', id: number, language: string) {
  const more = { headers: { 'accept-language': language } };
  const { data } = ok<{ data: HistoryLine[] }>(await staff.get(`/api/v1/history/${subject}/${id}`, more));
  return Object.fromEntries(
    data.map(({ action, detail, words }) => [action, [plain(words ?? detail), plain(detail)] as const]),
  );
}
const readBy = async (subject: 'order' | 'quote', id: number, action: string) => {
  const languages = ['en', 'de', 'fr', 'es'];
  const lines = await Promise.all(languages.map((language) => read(subject, id, language)));
  return lines.map((line) => line[action]?.[0]);
};

it('C667 charges, delays, money at the door, payments and claims are in the words of their reader', async () => {
  const order = await create({ collect: { amount: '45.00', currency: 'EUR', method: 'cash' } });
  const phone = await openOrder(app, { accessCode: order.accessCode ?? '' });
  const path = `/api/v1/orders/${order.id}`;
  const charge = { label: 'Waiting at the gate', minutes: 22, amount: '1250.50' };
  const { charges } = ok<Order>(await staff.post(`${path}/charges`, charge));
  ok(await staff.put(`${path}/charges/${charges[0]?.id}`, { state: 'approved' }));
  const nothing = { amount: '0', method: 'cash', reason: 'Paid, I was told' };
  ok(await phone.post(`/api/v1/driver/orders/${order.id}/collected`, nothing));
  ok(await staff.post(`${path}/paid`, { method: 'transfer', reference: 'Statement 7' }));
  ok(await staff.post('/api/v1/incidents', { orderId: order.id, kind: 'damaged', description: 'The box is wet' }));
  expect(await readBy('order', order.id, 'charge.approved')).toEqual([
    'Waiting at the gate, 22 min: $1,250.50\nState: Proposed → Approved',
    'Waiting at the gate, 22 Min.: 1.250,50 $\nZustand: Vorgeschlagen → Genehmigt',
    'Waiting at the gate, 22 min : 1 250,50 $US\nÉtat : Proposé → Approuvé',
    'Waiting at the gate, 22 min: 1250,50 US$\nEstado: Propuesto → Aprobado',
  ]);
  const german = await read('order', order.id, 'de');
  expect(german['order.not_collected']?.[0]).toBe('Nichts wurde übergeben: Paid, I was told');
  expect(german['order.paid']?.[0]).toBe('Überweisung · Statement 7');
  expect(german['incident.opened']?.[0]).toBe('Etwas ist beschädigt: The box is wet');
  // What is stored is English, and programs that ask for it read it so.
  const stored = await app.sql<{ action: string; detail: string }>(
    `select action, detail from history where subject = 'order' and subject_id = ? and detail is not null`,
    order.id,
  );
  const english = await read('order', order.id, 'en');
  for (const { action, detail } of stored) expect(english[action]?.[1], action).toBe(plain(detail));
});

it('C667 a price and a window of a correction are stored as values too', async () => {
  const order = await create();
  const deliveryWindow = { from: '2031-03-03T14:00:00Z', to: '2031-03-03T16:00:00Z' };
  ok(await staff.put(`/api/v1/orders/${order.id}`, { quotePrice: '1250.50', deliveryWindow }));
  const [english, german] = await readBy('order', order.id, 'order.updated');
  expect(english).toContain('Delivery window: none → Mon, Mar 3, 2031, 2:00 PM – 4:00 PM UTC');
  expect(german).toContain('Zustellfenster: keine Angabe → Mo., 3. März 2031, 14:00 – 16:00 UTC');
  expect(german).toContain('1.250,50 $');
});

it('C668 a program reads the stored English, and people amounts as they write them', async () => {
  const { id } = await makeQuote(app);
  ok(await staff.put(`/api/v1/quotes/${id}`, { price: '1234.50', paymentUrl: 'https://pay.example.com/q' }));
  const line = async (language: string) => (await read('quote', id, language))['quote.priced'];
  expect(await line('en')).toEqual(['no price → $1,234.50', 'no price → 1234.50']);
  expect((await line('de'))?.[0]).toBe('kein Preis → 1.234,50 $');
});

it('C668 lines of a release before read as they did, and the settings say what people did in their words', async () => {
  const order = await create();
  const insert = (action: string, detail: string) =>
    app.sql(
      `insert into history (subject, subject_id, action, actor_kind, actor_name, detail, at)
       values ('order', ?, ?, 'system', 'QuickFleet', ?, now())`,
      order.id,
      action,
      detail,
    );
  await insert('order.delayed', 'Heavy traffic, 5 min');
  await insert('order.reassigned', 'nobody → Marta Bell');
  const german = await read('order', order.id, 'de');
  expect(german['order.delayed']).toEqual(['Heavy traffic, 5 min', 'Heavy traffic, 5 min']);
  expect(german['order.reassigned']?.[0]).toBe('niemand → Marta Bell');
  await app.client().post('/api/login', { username: 'nobody-of-this-name', password: 'wrong-password' });
  const path = '/api/v1/activity?action=user.sign_in_failed';
  const more = { headers: { 'accept-language': 'de' } };
  const [failed] = ok<{ data: ActivityLine[] }>(await admin.get(path, more)).data;
  expect(failed?.detail).toMatch(/^Unbekannter Benutzername, Unbekanntes Gerät, 10\./);
});

it('C668 what a line says is a fact of the chain: a pack with it is intact, and erasing a person takes it', async () => {
  const order = await deliverForPack(app, staff);
  ok(await staff.post(`/api/v1/orders/${order.id}/charges`, { label: 'Waiting', amount: '5' }));
  const contact = { name: 'Rita', email: 'rita@example.com' };
  const other = await create();
  ok(await staff.put(`/api/v1/orders/${other.id}`, { deliveryContact: contact }));
  const pack = (await staff.get(`/api/v1/orders/${order.id}/evidence.zip`)).rawPayload;
  const keys = ok<never>(await app.client().get('/.well-known/quickfleet-keys.json'));
  const report = await checkPack(new Blob([new Uint8Array(pack)]), { crypto: webCrypto, keys });
  expect([report.isIntact, report.problem]).toEqual([true, undefined]);
  const saying = () =>
    app.sql<{ said: string | null; detail: string | null }>(
      `select data::json ->> 'says' as said, detail from history where subject = 'order' and subject_id = ? and action = 'order.updated'`,
      other.id,
    );
  expect((await saying())[0]?.said).toContain('rita@example.com');
  const rita = await create({ customerEmail: contact.email });
  ok(await staff.put(`/api/v1/orders/${rita.id}/status`, { status: 'cancelled' }));
  const { email } = contact;
  ok(await admin.post(`/api/v1/customers/${rita.customerId}/erase`, { email }));
  expect((await saying())[0]).toEqual({ said: null, detail: null });
});
