import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedFile } from '@quickfleet/shared/company/uploads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStores } from '../../src/files/files-pair.ts';
import { sweep } from '../../src/jobs/sweep.ts';
import { randomKey } from '../../src/security/secrets.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { expectError } from '../support/contract.ts';
import { startBucket, type TestBucket } from '../support/counterparts/s3.ts';
import { makeOrder, ok, openOrder, photo, photoFile, signatureFile } from '../support/factories.ts';

let bucket: TestBucket;
let inBucket: TestApp;
let inFolder: TestApp;
beforeAll(async () => {
  bucket = await startBucket();
  [inBucket, inFolder] = await Promise.all([createTestApp({ ...bucket.settings }), createTestApp()]);
});
afterAll(async () => {
  await Promise.all([inBucket?.close(), inFolder?.close()]);
  await bucket?.close();
});
afterEach(() => bucket.heal());

const upload = async (client: Client) => client.form('POST', '/api/v1/upload', {}, [await photoFile('file')]);
const uploaded = async (client: Client): Promise<string> => ok<{ file: UploadedFile }>(await upload(client)).file.url;
const rows = async () => Number((await inBucket.sql<{ n: string }>('select count(*) as n from stored_files'))[0]?.n);

describe('files in a bucket', () => {
  it('B30 are stored there and nowhere else, and answered exactly as from the folder', async () => {
    const bytes = await photo();
    const answersOf = async (app: TestApp) => {
      const visitor = app.client();
      const { file } = ok<{ file: UploadedFile }>(
        await visitor.form('POST', '/api/v1/upload', {}, [{ field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes }]),
      );
      const tag = `"${file.url.replace('/files/', '')}"`;
      const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', query = '') =>
        app.app.inject({
          method,
          url: `${file.url}${query}`,
          headers: { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
        });
      const last = file.size - 1;
      const answers = [
        await ask(),
        await ask({}, 'GET', '?size=thumb'),
        await ask({}, 'HEAD'),
        await ask({ range: 'bytes=0-99' }),
        await ask({ range: 'bytes=100-' }),
        await ask({ range: 'bytes=-50' }),
        await ask({ range: `bytes=${last}-${last + 500}` }),
        await ask({ range: `bytes=${last + 1}-` }),
        await ask({ range: 'bytes=9-1' }),
        await ask({ range: 'bytes=0-1,5-6' }),
        await ask({ range: 'bytes=0-9', 'if-range': tag }),
        await ask({ range: 'bytes=0-9', 'if-range': '"another"' }),
        await ask({ 'if-none-match': `"other", W/${tag}` }),
        await ask({ 'if-none-match': '"other"' }),
      ];
      const [whole] = answers;
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([
        200, 200, 200, 206, 206, 206, 206, 416, 200, 200, 206, 200, 304, 200,
      ]);
      expect(whole?.headers['etag']).toBe(tag);
      expect(answers[3]?.rawPayload).toEqual(whole?.rawPayload.subarray(0, 100));
      expect(answers[4]?.rawPayload).toEqual(whole?.rawPayload.subarray(100));
      expect(answers[5]?.rawPayload).toEqual(whole?.rawPayload.subarray(-50));
      expect(answers[5]?.headers['content-range']).toBe(`bytes ${file.size - 50}-${last}/${file.size}`);
      expect(answers[6]?.headers['content-length']).toBe('1');
      expect(answers[7]?.headers['content-range']).toBe(`bytes */${file.size}`);
      const key = file.url.replace('/files/', '').split('.')[0] ?? '';
      return answers.map(({ statusCode, headers, body }) => {
        // The seconds of the rate limit's minute go on while the other app is asked.
        const { date: _date, 'x-request-id': _id, ratelimit: _left, ...rest } = headers;
        return JSON.stringify({ statusCode, rest, body })
          .replaceAll(key, 'KEY')
          .replaceAll(/"[0-9a-f]{16}/g, '"ID');
      });
    };
    const [fromBucket, fromFolder] = [await answersOf(inBucket), await answersOf(inFolder)];
    expect(fromBucket).toEqual(fromFolder);
    const { folder, s3 } = await openStores(inBucket.services.config);
    expect(await Array.fromAsync(folder.list())).toEqual([]);
    expect(await Array.fromAsync(s3?.list() ?? [])).toHaveLength(2);
  });

  it('B30 are shown by the same rules: what nobody claimed only to its uploader and to staff', async () => {
    const visitor = inBucket.client();
    const url = await uploaded(visitor);
    expectError(await inBucket.client().get(url), 404, 'PHOTO_NOT_FOUND');
    expect((await visitor.get(url)).statusCode).toBe(200);
    expect((await (await inBucket.as('dispatcher')).get(url)).statusCode).toBe(200);
  });
});

describe('a bucket that is away', () => {
  it.each(['away', 'silent'] as const)(
    'B31 %s: uploads and photos are a 503 with a sentence within seconds, nothing is stored, and the next try counts once',
    async (fault) => {
      const order = await makeOrder(inBucket, await inBucket.as('dispatcher'));
      const phone = await openOrder(inBucket, order);
      const url = await uploaded(phone);
      const before = await rows();
      const signature = await signatureFile();
      const sign = () =>
        phone.call('POST', '/api/driver/signature', undefined, {
          ...multipart({ quoteId: String(order.quoteId) }, signature),
        });
      bucket.fail(fault);
      const began = performance.now();
      const answers = await Promise.all([upload(phone), sign(), phone.get(url), phone.get(`${url}?size=thumb`)]);
      expect(performance.now() - began).toBeLessThan(20_000);
      for (const answer of answers) {
        const { error } = expectError(answer, 503, 'FILES_UNAVAILABLE');
        expect(error).toBe(
          'Photos cannot be stored or shown at the moment. Nothing was changed; please try again in a minute.',
        );
        expect(answer.headers['retry-after']).toBe('30');
      }
      ok(await inBucket.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`));
      expect(await rows()).toBe(before);
      bucket.heal();
      ok(await sign());
      ok(await sign());
      expect(await inBucket.sql('select kind from signatures where order_id = ?', order.id)).toHaveLength(1);
      expect((await phone.get(url)).statusCode).toBe(200);
    },
    60_000,
  );

  it('B31 a lost answer and a body that breaks off are made good unseen, and a file that arrives changed is refused', async () => {
    const visitor = inBucket.client();
    bucket.fail('lost', 'PUT', 1);
    const url = await uploaded(visitor);
    const whole = (await visitor.get(url)).rawPayload;
    bucket.fail('garbled', 'PUT', 1);
    const before = await rows();
    expectError(await upload(visitor), 503, 'FILES_UNAVAILABLE');
    expect(await rows()).toBe(before);
    for (const fault of ['cut', 'stalled', 'lost', 'away'] as const) {
      bucket.fail(fault, 'GET', 1);
      const served = await visitor.get(url);
      expect(served.statusCode, fault).toBe(200);
      expect(served.rawPayload.equals(whole), fault).toBe(true);
    }
    const { s3 } = await openStores(inBucket.services.config);
    for (const { key } of await inBucket.sql<{ key: string }>('select key from stored_files'))
      expect(await s3?.size(key), key).toBeGreaterThan(0);
  }, 60_000);
});

function multipart(fields: Record<string, string>, file: { field: string; name: string; type: string; bytes: Buffer }) {
  const boundary = '----signature';
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`,
    ),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return {
    payload,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': `signature-${file.name}`,
    },
  };
}

describe('the sweep of a bucket', () => {
  let app: TestApp;
  let own: TestBucket;
  let dir: string;
  beforeEach(async () => {
    own = await startBucket();
    app = await createTestApp({ ...own.settings });
    dir = await mkdtemp(join(tmpdir(), 'quickfleet-s3-'));
  });
  afterEach(async () => {
    await app.close();
    await own.close();
    await rm(dir, { recursive: true, force: true });
  });
  const keys = async () => (await Array.fromAsync(app.services.files.list())).map(({ key }) => key).sort();
  const stray = async () => {
    const key = `${randomKey()}.jpg`;
    await app.services.files.write(key, await photo(20, 20));
    return key;
  };

  it('B32 removes what no row names and is an hour old by the clock of the store, and nothing else', async () => {
    await uploaded(app.client());
    const kept = await keys();
    const key = await stray();
    // If the store's clock were behind, a new file would look old; if it were ahead, an old one new.
    own.setClock(2 * 3_600_000);
    await sweep(app.services);
    expect(await keys()).not.toContain(key);
    expect(await keys()).toEqual(kept);
    own.setClock(-3_600_000);
    const fresh = await stray();
    expect(await sweep(app.services)).toEqual({ files: 0, strays: 0 });
    expect(await keys()).toContain(fresh);
  });

  it('B32 removes nothing while the store is away, and forgets no row', async () => {
    await uploaded(app.client());
    app.setClock(new Date(Date.now() + 3 * 86_400_000));
    own.fail('away', 'GET');
    await expect(sweep(app.services, -1)).rejects.toThrow(/Photos cannot be stored or shown/);
    own.heal();
    expect(await app.sql('select key from stored_files')).toHaveLength(1);
    expect(await keys()).toHaveLength(2);
    expect(await sweep(app.services, -1)).toMatchObject({ files: 1 });
    expect(await keys()).toEqual([]);
  });

  it('B31 a bucket that is gone is no reason to say that a photo is', async () => {
    const url = await uploaded(app.client());
    const lost = await createTestApp({ ...own.settings, S3_BUCKET: 'no-such-bucket' });
    try {
      const { folder, s3 } = await openStores(lost.services.config);
      const key = url.replace('/files/', '');
      expect(await folder.size(key)).toBeUndefined();
      for (const ask of [s3?.size(key), s3?.read(key), Array.fromAsync(s3?.list() ?? [])])
        await expect(ask).rejects.toThrow(/Photos cannot be stored or shown/);
    } finally {
      await lost.close();
    }
  });

  it('B32 removes nothing that another database was the first to store there', async () => {
    await uploaded(app.client());
    await sweep(app.services, -1);
    const copy = await createTestApp({ ...own.settings });
    try {
      expect(await sweep(copy.services, -1)).toEqual({ files: 0, strays: 0 });
    } finally {
      await copy.close();
    }
    expect(await keys()).toHaveLength(2);
  });
});
