import { Readable } from 'node:stream';
import {
  UPLOAD_REQUEST_BYTES_MAX,
  UPLOADS_BYTES_EACH,
  UPLOADS_BYTES_KEPT,
  UPLOADS_BYTES_MAX,
} from '@quickfleet/shared/limits';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';

const world = useWorld();
const budget = () => world.app.services.incoming.budget;
const upload = async (from = world.visitor) => from.form('POST', '/api/v1/upload', {}, [await photoFile('file')]);
/** Bytes of others that are on their way until the test ends. */
function hold(bytes: number, isKnown: boolean, owner: string) {
  const account = budget().open({ isKnown, address: owner, session: isKnown ? owner : undefined });
  account.take(bytes);
  onTestFinished(() => account.close());
}

describe('T-16 what all uploads may take together', () => {
  it("S22 beyond the strangers' share a stranger is asked to come back, and a driver and the office are taken", async () => {
    const order = await makeOrder(world.app, world.admin);
    const phone = await openOrder(world.app, order);
    for (let n = 0; n < (UPLOADS_BYTES_MAX - UPLOADS_BYTES_KEPT) / UPLOADS_BYTES_EACH; n++)
      hold(UPLOADS_BYTES_EACH, false, `198.51.100.${n}`);
    const refused = await upload();
    expectError(refused, 503, 'BUSY_UPLOADING');
    expect(refused.json().error).toContain('Nothing was stored; please try again in a minute.');
    expect(refused.headers['retry-after']).toBe('30');
    ok(await upload(world.dispatcher));
    ok(await phone.form('POST', '/api/driver/signature', { quoteId: String(order.quoteId) }, [await signatureFile()]));
  });

  it('S22 one address cannot take more than its part, and leaves the rest to others', async () => {
    const greedy = world.app.client({ ip: '198.51.100.9' });
    hold(UPLOADS_BYTES_EACH, false, '198.51.100.9');
    expectError(await upload(greedy), 429, 'TOO_MANY_REQUESTS');
    ok(await upload());
  });

  it('S22 what an upload held is free again when it is over, answered or refused', async () => {
    ok(await upload());
    expectError(
      await world.visitor.form('POST', '/api/v1/upload', {}, [
        { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(5000) },
      ]),
      415,
    );
    expectError(await world.visitor.form('POST', '/api/v1/upload', { __proto__x: 'y' }), 400, 'NO_FILE');
    expect(budget().held()).toBe(0);
    expect(await world.app.services.incoming.sweep(0)).toBe(0);
  });

  it('S22 concurrent bodies reserve their room before any of them is read', async () => {
    const address = '198.51.100.11';
    const open = () => world.app.services.incoming.open({ isKnown: false, address, session: undefined });
    const [first, second, third] = [open(), open(), open()];
    first.announce(UPLOAD_REQUEST_BYTES_MAX);
    second.announce(UPLOAD_REQUEST_BYTES_MAX);
    expect(() => third.announce(UPLOAD_REQUEST_BYTES_MAX)).toThrow('Too many photos of yours are on their way.');
    // What comes of an announced body is not counted once more.
    await second.receive(Readable.from([Buffer.from('a photo')]));
    expect(budget().held(`address ${address}`)).toBe(2 * UPLOAD_REQUEST_BYTES_MAX);
    // Nor does what is only announced take the room of others, who would be shut out at no cost.
    expect(budget().held('strangers')).toBe('a photo'.length);
    await first.close();
    third.announce(UPLOAD_REQUEST_BYTES_MAX);
    await Promise.all([second.close(), third.close()]);
    expect(budget().held(`address ${address}`)).toBe(0);
  });

  it('S22 what a crash left behind is swept', async () => {
    const { incoming } = world.app.services;
    const left = incoming.open({ isKnown: false, address: '198.51.100.10', session: undefined });
    await left.receive(Readable.from([Buffer.from('half a photo')]));
    expect(await incoming.sweep(-1)).toBe(1);
    expect(await incoming.sweep(-1)).toBe(0);
    await left.close();
  });
});
