import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAP_FILE } from '@quickfleet/shared/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { expectError } from '../../test/support/contract.ts';
import { pmtilesOf, tilePicture } from '../../test/support/counterparts/map-tiles.ts';
import { brandOf } from '../client.ts';
import { readConfig } from '../config.ts';

const STYLE = 'https://tiles.example.com/streets/style.json?key=1';
let folder: string;
let path: string;
let map: Buffer;
let plain: TestApp;
let own: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quickfleet-map-'));
  path = join(folder, 'city.pmtiles');
  map = pmtilesOf(await tilePicture(), '© Test maps');
  await writeFile(path, map);
  plain = await createTestApp();
  own = await createTestApp({ MAP_PMTILES_PATH: path });
});
afterAll(async () => {
  await plain.close();
  await own.close();
  await rm(folder, { recursive: true });
});

const policyOf = async (app: TestApp, url: string) =>
  String((await app.client().get(url)).headers['content-security-policy']);
const read = (headers: Record<string, string> = {}, app = own) => app.client().get(MAP_FILE, { headers });

describe('the map', () => {
  it('C450 the policy of pages allows the origin of MAP_STYLE_URL and no other; nothing changes without it', async () => {
    const styled = await createTestApp({ MAP_STYLE_URL: STYLE });
    for (const url of ['/healthz', '/api/v1/nothing', '/docs']) {
      const before = await policyOf(plain, url);
      expect(before).not.toContain('http');
      expect(await policyOf(own, url)).toBe(before);
      const added = (await policyOf(styled, url))
        .split(';')
        .filter((directive) => !before.split(';').includes(directive));
      expect(added).toEqual([
        "img-src 'self' blob: data: https://tiles.example.com",
        "connect-src 'self' https://tiles.example.com",
      ]);
    }
    expect(brandOf(plain.services).map).toBeNull();
    expect(brandOf(own.services).map).toEqual({ kind: 'pmtiles', url: MAP_FILE });
    expect(brandOf(styled.services).map).toEqual({ kind: 'style', url: STYLE });
    await styled.close();
  });

  it('C451 a source that cannot be a map ends the start with a sentence', async () => {
    for (const wrong of [
      'tiles.example.com',
      'ftp://tiles.example.com',
      'https://me:secret@tiles.example.com',
      `${STYLE}#x`,
    ]) {
      expect(() => readConfig({ MAP_STYLE_URL: wrong }), wrong).toThrow(/^MAP_STYLE_URL must start with/);
      expect(() => readConfig({ MAP_STYLE_URL: wrong })).not.toThrow('secret');
    }
    expect(() => readConfig({ MAP_STYLE_URL: STYLE, MAP_PMTILES_PATH: path })).toThrow(/two sources of one map/);
    const https = { PUBLIC_URL: 'https://fleet.example', TRUST_PROXY: '127.0.0.1' };
    expect(() => readConfig({ ...https, MAP_STYLE_URL: 'http://tiles.example.com/style.json' })).toThrow(
      /MAP_STYLE_URL must be https/,
    );
    const other = join(folder, 'other.pmtiles');
    await writeFile(other, 'PMTiles\u0002 of an older version');
    await expect(createTestApp({ MAP_PMTILES_PATH: other })).rejects.toThrow(/is not a PMTiles file of version 3/);
    await expect(createTestApp({ MAP_PMTILES_PATH: join(folder, 'none') })).rejects.toThrow(
      /cannot be read \(ENOENT\)/,
    );
  });

  it('C452 the PMTiles file is answered in parts, to everybody, and under this address alone', async () => {
    const whole = await read();
    expect([whole.statusCode, whole.rawPayload.equals(map)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({ 'content-type': 'application/vnd.pmtiles', 'accept-ranges': 'bytes' });
    const etag = String(whole.headers['etag']);
    const part = await read({ range: 'bytes=100-199' });
    expect([part.statusCode, part.rawPayload.equals(map.subarray(100, 200))]).toEqual([206, true]);
    expect(part.headers).toMatchObject({
      'content-range': `bytes 100-199/${map.length}`,
      'content-length': '100',
      etag,
    });
    const last = await read({ range: 'bytes=-50', 'if-range': etag });
    expect([last.statusCode, last.rawPayload.equals(map.subarray(-50))]).toEqual([206, true]);
    expect((await read({ range: 'bytes=-50', 'if-range': '"older"' })).statusCode).toBe(200);
    const beyond = await read({ range: `bytes=${map.length}-` });
    expectError(beyond, 416, 'RANGE_NOT_SATISFIABLE');
    expect(beyond.headers['content-range']).toBe(`bytes */${map.length}`);
    expect((await read({ 'if-none-match': etag })).statusCode).toBe(304);
    const head = await own.app.inject({ method: 'HEAD', url: MAP_FILE });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(map.length), '']);
    for (const trick of ['/../map-file.test.ts', '/%2e%2e/other.pmtiles', '%2f..%2fother.pmtiles', '%00'])
      expect((await own.client().get(`${MAP_FILE}${trick}`)).statusCode, trick).toBeGreaterThanOrEqual(400);
    expectError(await read({}, plain), 404);
    // A newer map takes the place of this one.
    await writeFile(path, Buffer.concat([map, Buffer.from('newer')]));
    expect((await read({ 'if-none-match': etag })).statusCode).toBe(200);
    await rm(path);
    expectError(await read(), 503, 'UNAVAILABLE');
  });
});
