import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { audiences } from '../../src/rest/openapi/openapi.audiences.ts';
import type { FormFile } from '../support/app.ts';
import { useWorld } from '../support/contract.ts';
import { ok, photoFile, signatureFile } from '../support/factories.ts';
import { type Connect, carry, withCookies } from './clients/carry.ts';

// Linters and client generators for openapi.json. They are in a separate package (clients/), so that installing the
// product does not install them. openapi-typescript makes our client: typed-client.slow.test.ts.
const folder = resolve(import.meta.dirname, 'clients');
const document = resolve(import.meta.dirname, '../../../openapi.json');
const world = useWorld();
const run = promisify(execFile);
/** Runs a tool of the folder; answers what it printed, also when it ended with an error. */
const tool = async (name: string, ...args: string[]) => {
  const how = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return (await run(process.execPath, [join(folder, 'node_modules/.bin', name), ...args], how)).stdout;
};

beforeAll(async () => {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const wanted = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const isInstalled = existsSync(installed) && isOf(wanted, await readFile(installed, 'utf8'));
  if (!isInstalled) await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
}, 300_000);

/** Whether what is installed are the versions of the lock file. */
function isOf(wanted: string, installed: string): boolean {
  const versions = (text: string) => {
    const { packages }: { packages: Record<string, { version: string; optional?: true }> } = JSON.parse(text);
    return Object.entries(packages).flatMap(([path, { version, optional }]) =>
      path === '' || optional ? [] : [`${path}@${version}`],
    );
  };
  return versions(wanted).toSorted().join() === versions(installed).toSorted().join();
}

describe('openapi.json in the hands of others', () => {
  it('C63 M54 has no error and no warning for redocly and for spectral', async () => {
    const redocly = await tool('redocly', 'lint', document, '--format=json');
    expect(JSON.parse(redocly).totals).toMatchObject({ errors: 0, warnings: 0 });
    await tool('spectral', 'lint', document, '--fail-severity=warn', '--quiet');
  });

  it('M54 C710 has none either as it is served, whole and for each audience', async () => {
    await mkdir(join(folder, 'made'), { recursive: true });
    for (const path of ['api/v1/openapi', ...audiences.map((audience) => `openapi/${audience}`)]) {
      const file = join(folder, 'made', `${path.replaceAll('/', '-')}.json`);
      await writeFile(file, (await world.visitor.get(`/${path}.json`)).rawPayload);
      const redocly = await tool('redocly', 'lint', file, '--config=redocly.yaml', '--format=json');
      expect(JSON.parse(redocly).totals, path).toMatchObject({ errors: 0, warnings: 0 });
      await tool('spectral', 'lint', file, '--fail-severity=warn', '--quiet');
    }
  });

  it('C64 M52 makes clients by hey-api, orval and kubb that type-check and carry the main job', async () => {
    await tool('openapi-ts');
    await tool('orval', '--config', 'orval.config.mjs');
    await tool('kubb', 'generate', '--config', 'kubb.config.mjs');
    await tool('tsc', '-p', '.');

    const baseUrl = await world.app.app.listen({ port: 0, host: '127.0.0.1' });
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', {
        name: 'Generated',
        scopes: [
          'quotes:read',
          'quotes:manage',
          'quotes:write',
          'orders:read',
          'orders:write',
          'orders:manage',
          'uploads:write',
        ],
      }),
    );
    vi.stubGlobal('fetch', withCookies(fetch));
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const name of ['hey-api', 'orval', 'kubb']) {
      const { connect }: { connect: Connect } = await import(join(folder, `${name}.ts`));
      const blob = ({ bytes, type }: FormFile) => new Blob([new Uint8Array(bytes)], { type });
      const [office, phone] = [connect({ baseUrl, key }), connect({ baseUrl })];
      const { id, status } = await carry(office, phone, {
        photo: blob(await photoFile('file')),
        signatures: [blob(await signatureFile()), blob(await signatureFile())],
        driverId: world.driver.userId,
        codeOf: async (orderId) => ok<Order>(await world.admin.get(`/api/v1/orders/${orderId}`)).accessCode ?? '',
      });
      expect([name, status]).toEqual([name, 'delivered']);
      const order = ok<Order>(await world.admin.get(`/api/v1/orders/${id}`));
      expect(order).toMatchObject({
        status: 'delivered',
        quotePrice: '84.50',
        items: [{ imageUrls: [expect.any(String)] }],
      });
      expect([name, await office.miss(2_147_483_647)]).toEqual([name, 'ORDER_NOT_FOUND']);
    }
  });
});
