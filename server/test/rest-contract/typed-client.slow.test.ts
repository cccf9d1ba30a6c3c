import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../support/code-of-page.ts';
import { useWorld } from '../support/contract.ts';
import { ok, photoFile, signatureFile } from '../support/factories.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const CLIENT = join(ROOT, 'api-client');
const world = useWorld();
const run = promisify(execFile);
const node = (cwd: string, file: string, env: Record<string, string> = {}) =>
  run(process.execPath, [file], { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } });

/** The folder of an integrator's program, with the client installed from its package and nothing else. */
let program = '';
let host = '';
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quickfleet-client-'));
  program = join(folder, 'my-program');
  await mkdir(program);
  await symlink(ROOT, join(folder, 'quickfleet'));
  await writeFile(join(program, 'package.json'), '{ "type": "module" }');
  // The package brings what it needs. Where its tools are installed, nothing asks a registry.
  const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  const [commands = ''] = await codeOf('docs/api/quick-start.md', 'bash');
  await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env });
  await writeFile(
    join(program, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2024',
        module: 'nodenext',
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
    }),
  );
  host = await world.app.app.listen({ port: 0, host: '127.0.0.1' });
}, 300_000);
afterAll(() => rm(join(program, '..'), { recursive: true, force: true }));

const typeCheck = () => run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], { cwd: program });
async function keyWith(...scopes: string[]): Promise<string> {
  return ok<{ key: string }>(await world.admin.post('/api/v1/api-keys', { name: 'A program', scopes })).key;
}

describe('the client that npm run client makes', () => {
  it('C64 C104 is typed by openapi.json and completes the main job, photos and signatures included', async () => {
    await cp(join(CLIENT, 'examples/main-job.ts'), join(program, 'main-job.ts'));
    const files = {
      PHOTO: (await photoFile('file')).bytes,
      PICKUP_SIGNATURE: (await signatureFile()).bytes,
      DELIVERY_SIGNATURE: (await signatureFile()).bytes,
    };
    const paths = Object.entries(files).map(([name]) => [name, join(program, name)] as const);
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(program, name), bytes);
    await typeCheck();
    const KEY = await keyWith(
      'quotes:read',
      'quotes:write',
      'quotes:manage',
      'orders:read',
      'orders:manage',
      'orders:codes',
      'uploads:write',
    );
    const { stdout } = await node(program, 'main-job.ts', {
      HOST: host,
      KEY,
      DRIVER_ID: String(world.driver.userId),
      ...Object.fromEntries(paths),
    });
    const [, number = ''] = /^(QF\d{12}) delivered\n404 ORDER_NOT_FOUND\n$/.exec(stdout) ?? [stdout];
    const [order] = await world.app.sql<{ id: number }>(
      'select id, status, quote_price::text as price from orders where tracking_number = ?',
      number,
    );
    expect(order).toMatchObject({ status: 'delivered', price: '84.50' });
    expect(ok(await world.admin.get(`/api/v1/orders/${order?.id}`))).toMatchObject({
      items: [
        {
          imageUrls: [expect.any(String)],
          pickupImageUrls: [expect.any(String)],
          deliveryImageUrls: [expect.any(String)],
        },
      ],
      signatures: [expect.anything(), expect.anything()],
    });
  });

  it('C104 a program that gives a body another shape does not compile', async () => {
    const wrong = [
      "import { createClient } from 'quickfleet-client';",
      "createClient({ baseUrl: '' }).POST('/api/v1/quotes', { body: { customer: { name: 'Ada' } } });",
      "createClient({ baseUrl: '' }).GET('/api/v1/quotas');",
    ];
    await writeFile(join(program, 'wrong.ts'), wrong.join('\n'));
    const refused = await typeCheck().then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    await rm(join(program, 'wrong.ts'));
    expect(refused).toMatch(/wrong\.ts\(2,/);
    expect(refused).toMatch(/wrong\.ts\(3,/);
  });

  it('C105 the quick start does the same in TypeScript, as it is written', async () => {
    const [code = ''] = await codeOf('docs/api/quick-start.md', 'ts');
    await writeFile(join(program, 'first.ts'), code);
    await typeCheck();
    const env = { HOST: host, KEY: await keyWith('quotes:write', 'quotes:manage', 'orders:read') };
    const { stdout } = await node(program, 'first.ts', env);
    const [first = '', second] = stdout.trim().split('\n');
    expect(first).toMatch(/^QF\d{12} pending$/);
    expect(second).toBe('400 VALIDATION_FAILED customer.email, pickupAddress, deliveryAddress, items');
  });
});
