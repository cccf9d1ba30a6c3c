import type { UploadedFile } from '@quickfleet/shared/company/uploads';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormFile } from '../support/app.ts';
import { expectError, expectIssue, useWorld } from '../support/contract.ts';
import { ok, photo, photoFile, quoteBody } from '../support/factories.ts';

const world = useWorld();
const named = (name: string, bytes: Buffer, field = 'file', type = 'image/png'): FormFile => ({
  field,
  name,
  type,
  bytes,
});

describe('C24 POST /api/v1/upload', () => {
  it('C24 X05 keeps one photo and answers its address', async () => {
    const bytes = await photo(2400, 1200);
    const answer = await world.visitor.form('POST', '/api/v1/upload', {}, [
      named('holiday.jpg', bytes, 'file', 'image/jpeg'),
    ]);
    expect(answer.statusCode).toBe(201);
    const { file } = answer.json<{ file: UploadedFile }>();
    expect(file).toMatchObject({ name: 'holiday.jpg', type: 'image/jpeg', width: 1600, height: 800 });
    expect(file.url).toMatch(/^\/files\/[0-9a-f]{32}\.jpg$/);
    const served = await world.visitor.get(file.url);
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await sharp(served.rawPayload).metadata()).width).toBe(1600);
    expect(
      (await sharp((await world.visitor.get(`${file.url}?size=thumb`)).rawPayload).metadata()).width,
    ).toBeLessThanOrEqual(480);
    expect(
      await world.app.sql('select type, width, claimed_at from stored_files where key = ?', file.url.slice(7)),
    ).toEqual([{ type: 'image/jpeg', width: 1600, claimed_at: null }]);
  });
  it('G18 serves the small version as a WebP, whatever the photo is, and one of before as what it is', async () => {
    for (const [type, bytes] of [
      [
        'image/jpeg',
        await sharp(await photo(1600, 1200))
          .jpeg()
          .toBuffer(),
      ],
      [
        'image/png',
        await sharp(await photo(1600, 1200))
          .png()
          .toBuffer(),
      ],
    ] as const) {
      const { file } = ok<{ file: UploadedFile }>(
        await world.visitor.form('POST', '/api/v1/upload', {}, [named('photo', bytes, 'file', type)]),
      );
      const small = () => world.visitor.get(`${file.url}?size=thumb`);
      const served = await small();
      expect(served.headers['content-type']).toBe('image/webp');
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 });
      expect((await world.visitor.get(file.url)).headers['content-type']).toBe(type);
      const key = file.url.slice('/files/'.length);
      expect(await world.app.sql('select type, thumb_type from stored_files where key = ?', key)).toEqual([
        { type, thumb_type: 'image/webp' },
      ]);
      await world.app.sql('update stored_files set thumb_type = null where key = ?', key);
      expect((await small()).headers['content-type']).toBe(type);
    }
  });
  it('C24 shows what nobody claimed to its uploader and to staff only', async () => {
    const { file } = ok<{ file: UploadedFile }>(
      await world.visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    expectError(await world.app.client().get(file.url), 404);
    expectError(await world.customer.get(file.url), 404);
    expect((await world.dispatcher.get(file.url)).statusCode).toBe(200);
    ok(await world.visitor.post('/api/v1/quotes', quoteBody({ items: [{ name: 'Box', imageUrls: [file.url] }] })));
    expect((await world.app.client().get(file.url)).statusCode).toBe(200);
  });
  it('C24 refuses what is no image, no file, no form, and a key without the scope', async () => {
    const send = (files: FormFile[], fields = {}) => world.visitor.form('POST', '/api/v1/upload', fields, files);
    expect(
      expectError(
        await send([named('photo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))]),
        415,
        'NOT_AN_IMAGE',
      ).error,
    ).toBe('Please upload an image file');
    expectError(await send([named('photo.png', Buffer.alloc(0))]), 415);
    expectIssue(await send([]), 'file', 'Please choose an image file');
    expectIssue(await world.visitor.post('/api/v1/upload'), 'file', 'Please choose an image file');
    expectIssue(await world.visitor.post('/api/v1/upload', { file: 'x' }), 'file', 'Please choose an image file');
    expectError(
      await (await world.program('quotes:write')).form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
      403,
    );
    ok(await (await world.program('uploads:write')).form('POST', '/api/v1/upload', {}, [await photoFile('file')]));
  });
});

describe('C25 POST /api/v1/uploads', () => {
  it('C25 keeps several photos in their order', async () => {
    const files = [
      named('a.jpg', await photo(40, 20), 'files'),
      named('b.jpg', await photo(20, 40), 'files'),
      named('c.jpg', await photo(30, 30), 'file'),
    ];
    const answer = await world.visitor.form('POST', '/api/v1/uploads', {}, files);
    expect(answer.statusCode).toBe(201);
    expect(
      answer.json<{ files: UploadedFile[] }>().files.map(({ name, width, height }) => [name, width, height]),
    ).toEqual([
      ['a.jpg', 40, 20],
      ['b.jpg', 20, 40],
      ['c.jpg', 30, 30],
    ]);
  });
  it('C25 keeps all of them or none', async () => {
    const before = await world.app.sql('select count(*)::int as files from stored_files');
    expectError(
      await world.visitor.form('POST', '/api/v1/uploads', {}, [
        await photoFile('files'),
        named('x.png', Buffer.from('no'), 'files'),
      ]),
      415,
    );
    expect(await world.app.sql('select count(*)::int as files from stored_files')).toEqual(before);
    const onDisk = await Array.fromAsync(world.app.services.files.list());
    expect(onDisk).toHaveLength(2 * Number(before[0]?.['files']));
    expectError(await world.visitor.form('POST', '/api/v1/uploads', {}, []), 400, 'NO_FILE');
  });
});
