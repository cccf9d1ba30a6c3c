import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { expectError } from '../support/contract.ts';
import { ok, photoFile } from '../support/factories.ts';

let app: TestApp;
let staff: Client;
const folder = (name: string) => join(resolve(app.services.config.DATA_DIR), name);
const upload = async () => staff.form('POST', '/api/v1/upload', {}, [await photoFile('file')]);
const urlOf = async (): Promise<string> => ok<{ file: { url: string } }>(await upload()).file.url;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

describe('N26 a folder that goes away and comes back', () => {
  it('N26 uploads are taken although their folder was tidied away', async () => {
    await urlOf();
    await rm(folder('incoming'), { recursive: true });
    await urlOf();
    await rename(folder('incoming'), folder('incoming.away'));
    await urlOf();
    await rm(folder('incoming.away'), { recursive: true });
  });

  it('N26 photos are not "not found" while their folder is away, and are shown when it is back', async () => {
    const url = await urlOf();
    expect((await staff.get(url)).statusCode).toBe(200);
    await rename(folder('files'), folder('files.away'));
    expectError(await staff.get(url), 503, 'FILES_UNAVAILABLE');
    await rename(folder('files.away'), folder('files'));
    expect((await staff.get(url)).statusCode).toBe(200);
  });
});
