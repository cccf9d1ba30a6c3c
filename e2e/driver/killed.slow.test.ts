import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useSite } from '../harness.ts';
import { kill, startBrowser } from './killable.ts';
import { type Line, startLine } from './line.ts';
import { addPhotos, banner, expectAllSent, makeOrder, photos, rowsOf, sign, untilKept } from './phone.ts';

const site = useSite();
let line: Line;
let profile: string;
beforeAll(async () => {
  line = await startLine(site.url);
  profile = await mkdtemp(join(tmpdir(), 'quickfleet-phone-'));
});
afterAll(async () => {
  await line?.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

describe('a killed browser', () => {
  test('loses nothing that was photographed or signed', async () => {
    const order = await makeOrder(site);
    const before = await startBrowser(profile);
    await before.page.goto(`${line.url}/driver#code=${order.accessCode}`);
    await before.page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await untilKept(before);
    line.down();
    await addPhotos(before.page, 'Pickup', 'Lamp', await photos(3));
    await sign(before.page, 'Pickup', 'Ada Sender');
    await before.page.getByRole('button', { name: 'Move to In Transit' }).waitFor();
    await kill(before);
    expect(await rowsOf(site, order)).toMatchObject({ status: 'pending', pickup: 0 });

    // Opened again while there is still no network: from the phone alone.
    const after = await startBrowser(profile);
    await after.page.goto(`${line.url}/driver`);
    await banner(after.page).getByText('Offline: 3 photos and 1 signature saved on this phone').waitFor();
    expect(await after.page.getByTestId('order-status').textContent()).toBe('picked up');
    line.up();
    await expectAllSent(after.page);
    expect(await rowsOf(site, order)).toEqual({ status: 'picked_up', pickup: 3, delivery: 0, signatures: ['pickup'] });
    await kill(after);
  });
});
