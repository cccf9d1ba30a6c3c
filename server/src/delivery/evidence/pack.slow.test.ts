import { checkPack, type PackReport } from '@quickfleet/shared/delivery/evidence/check-pack';
import type { KeyDocument } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { webCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';
import { askIndependently, chance, deliverForPack, inNode } from '../../../test/support/packs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const check = async (pack: Buffer, known: KeyDocument): Promise<PackReport> =>
  checkPack(new Blob([new Uint8Array(pack)]), { crypto: webCrypto, keys: known });

describe('an evidence pack', () => {
  it('V12 is found out whatever was changed in it: 200 of 200, by our checker and a stranger’s', async () => {
    const staff = await app.as('dispatcher');
    const { id } = await deliverForPack(app, staff);
    const pack = (await staff.get(`/api/v1/orders/${id}/evidence.zip`)).rawPayload;
    const known: KeyDocument = ok(await app.client().get('/.well-known/quickfleet-keys.json'));
    const random = chance(42);
    const next = (below: number) => Math.floor((random.next().value ?? 0) * below);
    const changed: Buffer[] = [];
    for (let flip = 0; flip < 150; flip++) {
      const copy = Buffer.from(pack);
      // The last third of them in what is no photo: headers, lists, lines, signature.
      const at = flip < 100 ? next(pack.length) : pack.length - 1 - next(9000);
      copy[at] = (copy[at] ?? 0) ^ (1 << next(8));
      changed.push(copy);
    }
    for (let cut = 0; cut < 50; cut++) {
      const at = next(pack.length);
      const length = 1 + next(200);
      changed.push(
        cut % 2 === 0
          ? Buffer.concat([pack.subarray(0, at), pack.subarray(at + length)])
          : Buffer.concat([pack.subarray(0, at), Buffer.alloc(length, 65), pack.subarray(at)]),
      );
    }
    const named = [];
    for (const copy of changed) named.push((await check(copy, known)).problem?.sentence);
    expect(named.filter(Boolean)).toHaveLength(200);
    const said = await askIndependently([pack, ...changed], known, inNode);
    expect([said[0], said.length, said.filter((line) => line === 'OK').length]).toEqual(['OK', 201, 1]);
    expect((await check(pack, known)).isIntact).toBe(true);
  });
});
