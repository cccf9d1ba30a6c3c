import type { UploadedFile } from '@quickfleet/shared/company/uploads';
import type { Order, OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../src/jobs/sweep.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/counterparts/cutting-proxy.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../support/factories.ts';

let app: TestApp;
let proxy: CuttingProxy;
beforeAll(async () => {
  app = await createTestApp({}, async (url) => {
    proxy = await startCuttingProxy(url);
    return proxy.url;
  });
});
afterAll(async () => {
  await app.close();
  await proxy.close();
});

const key = (name: string) => ({ 'idempotency-key': name });
const filesOnDisk = async () => (await Array.fromAsync(app.services.files.list())).length;

describe('the answer to COMMIT is lost', () => {
  it('S10 keeps the proof photo: 503, then the same key gives the order with a photo that can be read', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const photo = await photoFile('pickupImages');
    const send = () =>
      phone.form('POST', `/api/driver/pickup/${order.items[0]?.id}`, { isPickedUp: 'true' }, [photo], key('photo'));
    const before = proxy.cuts();
    proxy.cutAtNextCommit();
    const lost = await send();
    expect(proxy.cuts()).toBe(before + 1);
    expect(lost.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    const [url = ''] = ok<OrderItem>(await send()).pickupImageUrls;
    const [listed] = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`)).items;
    expect(listed?.pickupImageUrls).toEqual([url]);
    expect((await phone.get(url)).statusCode).toBe(200);
    expect((await phone.get(`${url}?size=thumb`)).statusCode).toBe(200);
  });

  it('S10 keeps the signature, and the sweep takes neither', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const signature = await signatureFile();
    const sign = () =>
      phone.form('POST', '/api/driver/signature', { orderId: String(order.id) }, [signature], key('signature'));
    proxy.cutAtNextCommit();
    expect((await sign()).statusCode).toBe(503);
    const url = ok<Order>(await sign()).pickupSignature?.url ?? '';
    await sweep(app.services, 0);
    expect((await phone.get(url)).statusCode).toBe(200);
  });

  it('S10 keeps an upload', async () => {
    const visitor = app.client();
    const photo = await photoFile('file');
    const send = () => visitor.form('POST', '/api/v1/upload', {}, [photo], key('upload'));
    proxy.cutAtNextCommit();
    expect((await send()).statusCode).toBe(503);
    const { file } = ok<{ file: UploadedFile }>(await send());
    expect((await visitor.get(file.url)).statusCode).toBe(200);
  });

  it('S10 a COMMIT that never arrived: the file stays until the sweep, which takes only what is old and in no row', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const photo = await photoFile('pickupImages');
    const send = () => phone.form('POST', `/api/driver/pickup/${order.items[0]?.id}`, {}, [photo], key('never'));
    await sweep(app.services, 0);
    const before = await filesOnDisk();
    proxy.cutBeforeNextCommit();
    expect((await send()).statusCode).toBe(503);
    expect(await filesOnDisk()).toBe(before + 2);
    expect((await sweep(app.services)).strays).toBe(0);
    const [url = ''] = ok<OrderItem>(await send()).pickupImageUrls;
    expect((await sweep(app.services, 0)).strays).toBe(2);
    expect(await filesOnDisk()).toBe(before + 2);
    expect((await phone.get(url)).statusCode).toBe(200);
  });

  it('S10 costs the server no connection, however often it happens', async () => {
    const visitor = app.client();
    const before = proxy.cuts();
    for (let n = 0; n < 25; n++) {
      proxy.cutAtNextCommit();
      expect((await visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')])).statusCode).toBe(503);
    }
    expect(proxy.cuts()).toBe(before + 25);
    ok(await visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')]));
  });

  it('S10 takes the file off the disk again when the transaction is known to have been rolled back', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const before = await filesOnDisk();
    const refused = await phone.form('POST', `/api/driver/transit/${order.items[0]?.id}`, {}, [
      await photoFile('transitImages'),
    ]);
    expect(refused.json()).toMatchObject({ status: 409, code: 'ORDER_NOT_PICKED_UP' });
    expect(await filesOnDisk()).toBe(before);
  });

  it('S10 a repeat leaves no second file behind', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const photo = await photoFile('pickupImages');
    const send = () => phone.form('POST', `/api/driver/pickup/${order.items[0]?.id}`, {}, [photo], key('twice'));
    ok(await send());
    const before = await filesOnDisk();
    ok(await send());
    expect(await filesOnDisk()).toBe(before);
  });
});
