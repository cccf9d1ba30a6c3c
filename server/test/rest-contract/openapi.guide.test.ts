import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../support/code-of-page.ts';
import { useWorld } from '../support/contract.ts';
import { ok } from '../support/factories.ts';

const world = useWorld();
const run = promisify(execFile);
let host: Promise<string> | undefined;
/** A listening server and a key as step 1 of the guide makes one. */
async function environment(): Promise<Record<string, string>> {
  host ??= world.app.app.listen({ port: 0, host: '127.0.0.1' });
  const { key } = ok<{ key: string }>(
    await world.admin.post('/api/v1/api-keys', {
      name: 'Guide',
      scopes: ['quotes:write', 'quotes:manage', 'orders:read'],
    }),
  );
  return { PATH: process.env['PATH'] ?? '', HOST: await host, KEY: key };
}

describe('the guide, as it is written', () => {
  it('C12 C13 C16 C23 C105 takes a stranger with curl from a key to the tracking page', async () => {
    const commands = await codeOf('docs/api/quick-start.md', 'sh');
    expect(commands.length).toBeGreaterThanOrEqual(3);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], { env: await environment() });
    const [, number] = /tracking number (QF\d{12})/.exec(stdout) ?? [];
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      trackingNumber: number,
      status: 'pending',
      customerName: 'Ada Sender',
    });
    const orders = await world.app.sql(
      'select quote_price::text as price, status from orders where tracking_number = ?',
      number,
    );
    expect(orders).toEqual([{ price: '84.50', status: 'pending' }]);
  });

  it('C12 C13 C16 C23 does the same in JavaScript, and hears what is wrong', async () => {
    const [script = ''] = await codeOf('docs/api/recipes/without-a-library.md', 'js');
    const file = join(world.app.services.config.DATA_DIR, 'guide.mjs');
    await writeFile(file, script);
    const { stdout } = await run(process.execPath, [file], { env: await environment() });
    const [first = '', second] = stdout.trim().split('\n');
    expect(first).toMatch(/^QF\d{12} pending$/);
    expect(second).toBe('400 VALIDATION_FAILED customer.email, pickupAddress, deliveryAddress, items');
  });
});
