import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../test/support/app.ts';
import { useWorld } from '../../test/support/contract.ts';
import { ok, orderBody, quoteBody } from '../../test/support/factories.ts';
import { readPages } from '../../test/support/paper.ts';
import { proofToken } from '../delivery/proof/proof-link.ts';

const world = useWorld();
const speaking = (language: string) => ({ headers: { 'accept-language': language } });
/** What a paper says to a dispatcher whose browser speaks Spanish. */
async function textOf(url: string, who: Client = world.dispatcher): Promise<string> {
  const answer = await who.get(url, speaking('es'));
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return (await readPages(answer.rawPayload)).map(({ text }) => text).join('\n');
}
async function quoteOf(language: string): Promise<Quote> {
  const { id } = ok<Quote>(await world.app.client().post('/api/v1/quotes', quoteBody(), speaking(language)));
  return ok(
    await world.dispatcher.put(`/api/v1/quotes/${id}`, { price: '1250.50', paymentUrl: 'https://pay.example.com/p' }),
  );
}
const orderOf = async (language: string): Promise<Order> =>
  ok(await world.dispatcher.post('/api/v1/orders', { ...orderBody({ language }), driverId: null }));

describe('a paper', () => {
  it('C498 for a customer is in their language, with its dates and amounts', async () => {
    const { id } = await quoteOf('de');
    const quote = await textOf(`/api/v1/quotes/${id}/quote.pdf`);
    for (const words of ['Angebot', 'ABHOLUNG', 'Einzelpreis (USD)', '1.250,50', 'Seite 1 von 1'])
      expect(quote).toContain(words);
    ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, { status: 'paid', paymentReference: 'by hand' }));
    expect(await textOf(`/api/v1/quotes/${id}/receipt.pdf`)).toMatch(/Beleg[\s\S]*BEZAHLT/);
  });

  it('C500 calls a price that stands alone as its reader does', async () => {
    const { id, lines } = await quoteOf('fr');
    expect(lines.map(({ label }) => label)).toEqual(['Delivery']);
    expect(await textOf(`/api/v1/quotes/${id}/quote.pdf`)).toMatch(/(^|\s)Livraison\s+1\s+1 250,50/);
  });

  it('C498 of an order is in the language of who prints it, and a customer’s copy in theirs', async () => {
    const { id } = await orderOf('fr');
    const forStaff = await textOf(`/api/v1/orders/${id}/proof.pdf`);
    for (const words of ['Registro de un pedido', 'NÚMERO DE SEGUIMIENTO', 'Qué ocurrió'])
      expect(forStaff).toContain(words);
    const token = proofToken(world.app, id, new Date());
    const forCustomer = await textOf(`/api/v1/orders/${id}/proof.pdf?token=${token}`, world.app.client());
    expect(forCustomer).toContain('Dossier d’une commande');
    expect(await textOf(`/api/v1/drivers/${world.driver.userId}/run-sheet.pdf`)).toContain('Ninguna parada este día.');
    expect(await textOf(`/api/v1/orders/${id}/label.pdf`)).toContain('SCAN TO TRACK');
  });

  it('C498 for an Arabic reader is in the company’s language, else in English', async () => {
    const { id } = await quoteOf('ar');
    expect(await textOf(`/api/v1/quotes/${id}/quote.pdf`)).toContain('PICKUP');
    ok(await world.admin.put('/api/v1/company', { locale: { language: 'fr' } }));
    expect(await textOf(`/api/v1/quotes/${id}/quote.pdf`)).toContain('ENLÈVEMENT');
    const { id: order } = await orderOf('de');
    expect(await textOf(`/api/v1/orders/${order}/label.pdf`)).toContain('SUIVRE LE COLIS');
    ok(await world.admin.put('/api/v1/company', { locale: { language: 'en' } }));
  });
});
