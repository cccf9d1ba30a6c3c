import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CodeLanguage, codeLanguages, webhookCode } from '@quickfleet/shared/messages/webhook-code';
import type { Delivery, WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { Webhook as Signer } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { deliverWebhooks } from '../../../test/support/counterparts/webhook-receiver.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { freePort } from '../../../test/support/free-port.ts';

const world = useWorld({ WEBHOOKS_ALLOW_HOSTS: ['127.0.0.1'] });
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-code-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
let receiver: ChildProcess | undefined;
afterEach(() => {
  receiver?.kill();
});

/** How each sample is run, by a program that has to be there. */
const runners: Record<
  CodeLanguage,
  { program: string; test: string[]; run: (file: string, port: number) => string[] }
> = {
  node: { program: process.execPath, test: ['--version'], run: (file) => [file] },
  python: { program: 'python3', test: ['--version'], run: (file) => [file] },
  php: { program: 'php', test: ['--version'], run: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
  go: { program: 'go', test: ['version'], run: (file) => ['run', file] },
};
const isThere = ({ program, test }: { program: string; test: string[] }): Promise<boolean> =>
  promisify(execFile)(program, test).then(
    () => true,
    () => false,
  );

describe('the code that checks signatures', () => {
  for (const language of codeLanguages)
    it(`M22 takes a real delivery in ${language} and refuses what was changed, is old or is signed by another`, {
      timeout: 60_000,
    }, async ({ skip }) => {
      const runner = runners[language];
      if (!(await isThere(runner))) skip(`${runner.program} is not installed`);
      const sample = webhookCode[language];
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const hook = ok<WebhookWithSecret>(
        await world.admin.post('/api/v1/webhooks', { url, events: ['order.created'] }),
      );
      // While two secrets sign, there are two signatures.
      const { secret } = ok<WebhookWithSecret>(await world.admin.post(`/api/v1/webhooks/${hook.id}/rotate-secret`, {}));
      const file = join(dir, sample.file);
      await writeFile(file, sample.code);
      receiver = spawn(runner.program, runner.run(file, port), {
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
        stdio: 'ignore',
      });
      await expect
        .poll(
          () =>
            fetch(url, { method: 'POST', body: '{}' }).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 40_000 },
        )
        .toBe(400);

      ok(await world.admin.post('/api/v1/orders', orderBody({ notes: 'Grüße 📦' })));
      await deliverWebhooks(world.app);
      const [sent] = ok<{ data: Delivery[] }>(await world.admin.get(`/api/v1/webhooks/${hook.id}/deliveries`)).data;
      expect(sent).toMatchObject({ state: 'delivered', response: { status: 204 }, error: null });

      const body = JSON.stringify({ type: 'order.created', object: { type: 'order', id: 1 } });
      const post = async (of: { text?: string; at?: Date; by?: string }) => {
        const { text = body, at = new Date(), by = secret } = of;
        const headers = {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Signer(by).sign('evt_1', at, body),
        };
        return (await fetch(url, { method: 'POST', headers, body: text })).status;
      };
      expect(await post({})).toBe(204);
      expect(await post({ text: body.replace('1', '2') })).toBe(400);
      expect(await post({ at: new Date(Date.now() - 600_000) })).toBe(400);
      expect(await post({ at: new Date(Date.now() + 600_000) })).toBe(400);
      expect(await post({ by: hook.secret })).toBe(400);
      ok(await world.admin.delete(`/api/v1/webhooks/${hook.id}`));
    });
});
