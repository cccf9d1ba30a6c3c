import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heavyProcesses } from '../../src/process/heavy/children.ts';
import { multipartBody } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { residentMb } from '../support/counterparts/attack.ts';
import { makeOrder, ok, openOrder, photo } from '../support/factories.ts';

const world = useWorld();
const send = (bytes: Buffer, name = 'photo.png', type = 'image/png') =>
  world.visitor.form('POST', '/api/v1/upload', {}, [{ field: 'file', name, type, bytes }]);
const onDisk = async () => (await Array.fromAsync(world.app.services.files.list())).length;
const stored = async () =>
  Number((await world.app.sql<{ n: number }>('select count(*)::int as n from stored_files'))[0]?.n);

/** A whole PNG of one colour and one bit: a few kilobytes that unpack to millions of pixels. */
function bomb(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
async function corpus(): Promise<[name: string, bytes: Buffer, type: string][]> {
  const png = await sharp(await photo(40, 40))
    .png()
    .toBuffer();
  const jpeg = await photo(40, 40);
  return [
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'image/svg+xml'],
    ['svg.png', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    ['page.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['shell.php.png', Buffer.from('<?php system($_GET["c"]);'), 'image/png'],
    ['a.zip', Buffer.from('504b030414000000', 'hex'), 'image/png'],
    ['a.pdf', Buffer.from('%PDF-1.7\n1 0 obj'), 'image/png'],
    ['a.exe', Buffer.from('4d5a90000300000004000000ffff', 'hex'), 'image/png'],
    ['a.sh', Buffer.from('#!/bin/sh\nrm -rf /'), 'image/jpeg'],
    ['a.gz', gzipSync(png), 'image/png'],
    ['a.ico', Buffer.from('00000100010010100000010020006804', 'hex'), 'image/x-icon'],
    ['a.bmp', Buffer.from('424d3a0000000000000036000000280000000100000001000000010018', 'hex'), 'image/bmp'],
    ['a.tiff', Buffer.from('49492a0008000000', 'hex'), 'image/tiff'],
    ['a.mp4', Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), 'image/png'],
    ['a.heic', Buffer.from('00000018667479706865696300000000686569636d696631', 'hex'), 'image/heic'],
    ['empty.png', Buffer.alloc(0), 'image/png'],
    ['zeros.png', Buffer.alloc(2000), 'image/png'],
    ['text.png', Buffer.from('just words'), 'image/png'],
    ['header.png', png.subarray(0, 8), 'image/png'],
    ['half.png', png.subarray(0, png.length / 2), 'image/png'],
    ['half.jpg', jpeg.subarray(0, 200), 'image/jpeg'],
    ['broken.png', Buffer.concat([png.subarray(0, 50), Buffer.alloc(png.length - 50)]), 'image/png'],
    ['wide.png', bomb(14_000, 14_000), 'image/png'],
    ['long.png', bomb(1, 2_000_000), 'image/png'],
    ['none.png', bomb(0, 0), 'image/png'],
    ['max.png', bomb(2_147_483_647, 2_147_483_647, 0), 'image/png'],
    ['a.gif', Buffer.from('GIF89a'), 'image/gif'],
    ['a.webp', Buffer.from('52494646000000005745425056503820', 'hex'), 'image/webp'],
  ];
}

describe('T-11 T-15 T-16 T-17 uploads', () => {
  it('T-11 keeps nothing of what is no whole picture, whatever it is called', async () => {
    const [files, disk] = [await stored(), await onDisk()];
    const bad = await corpus();
    for (const [name, bytes, type] of bad) {
      const answer = await send(bytes, name, type);
      expect([413, 415], `${name}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode);
      expectError(answer, answer.statusCode);
    }
    expect([await stored(), await onDisk()]).toEqual([files, disk]);
    console.log(`${bad.length} bad files`);
  });

  it('T-16 refuses 196 megapixels by the header alone, ten together, without unpacking them', async () => {
    const wide = bomb(14_000, 14_000);
    expect(wide.length).toBeLessThan(100_000);
    ok(await send(await photo(40, 40)));
    const before = await residentMb(process.pid);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(wide)));
    for (const answer of answers) expectError(answer, 413, 'TOO_LARGE');
    expect((await residentMb(process.pid)) - before).toBeLessThan(64);
    ok(await send(bomb(7000, 7000)));
  });

  it('T-11 takes a picture for what its bytes are, and keeps only the picture of a polyglot', async () => {
    const script = '<script>alert(document.domain)</script>';
    const polyglot = Buffer.concat([await photo(50, 50), Buffer.from(script)]);
    for (const [bytes, name, type, kind] of [
      [polyglot, 'page.html', 'text/html', 'image/jpeg'],
      [
        await sharp(await photo(50, 50))
          .webp()
          .toBuffer(),
        'a.svg',
        'image/svg+xml',
        'image/webp',
      ],
      [
        await sharp(await photo(50, 50))
          .gif()
          .toBuffer(),
        'a.php',
        'application/x-php',
        'image/gif',
      ],
    ] as const) {
      const { file } = ok<{ file: { url: string } }>(await send(bytes, name, type));
      const served = await world.visitor.get(`${file.url}?name=x.html%22%0d%0aX-Evil:1`);
      expect(served.headers['content-type']).toBe(kind);
      expect(served.headers['x-evil']).toBeUndefined();
      expect(served.headers['content-disposition']).toMatch(/^inline; filename="[\w.-]+"$/);
      expect(served.rawPayload.includes(script)).toBe(false);
    }
  });

  it('T-15 names from outside become no paths', async () => {
    for (const name of [
      '../../../etc/cron.d/x.png',
      '..\\..\\x.png',
      '/etc/passwd',
      'a\u0000.png',
      '\u202egnp.exe',
      `${'x'.repeat(5000)}.png`,
      'CON',
      '.htaccess',
      '',
    ]) {
      const answer = await send(await photo(20, 20), name);
      if (answer.statusCode === 201)
        expect(answer.json<{ file: { url: string } }>().file.url).toMatch(/^\/files\/[0-9a-f]{32}\.jpg$/);
      else expectError(answer, answer.statusCode);
    }
    for (const { key } of await Array.fromAsync(world.app.services.files.list()))
      expect(key).toMatch(/^[0-9a-f]{32}(\.thumb)?\.\w+$/);
    for (const path of [
      '/files/..%2f..%2f..%2fetc%2fpasswd',
      '/files/%2e%2e%2fx',
      '/files//etc/passwd',
      '/files/..',
      '/files/.',
      '/files/%00',
      '/uploads/..%2f..%2fetc%2fpasswd',
      '/files/0123456789abcdef0123456789abcdef.thumb.png',
    ])
      expect([400, 404], path).toContain((await world.visitor.get(path)).statusCode);
  });

  it('T-17 keeps the picture upright and forgets where and with what it was taken', async () => {
    const taken = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } })
      .withExif({
        IFD0: { Make: 'SECRETCAM', Copyright: 'SECRETNAME' },
        IFD3: { GPSLatitude: '48/1 12/1 30/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer();
    const turned = await sharp(taken).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(turned.includes('SECRETCAM') || taken.includes('SECRETCAM')).toBe(true);
    for (const [bytes, width] of [
      [taken, 60],
      [turned, 30],
    ] as const) {
      const { file } = ok<{ file: { url: string; width: number } }>(await send(bytes, 'home.jpg', 'image/jpeg'));
      const served = (await world.visitor.get(file.url)).rawPayload;
      expect(file.width).toBe(width);
      expect(served.includes('SECRET') || served.includes('Exif') || served.includes('GPS')).toBe(false);
      expect((await sharp(served).metadata()).exif).toBeUndefined();
    }
  });
});

describe('T-33 a picture against its decoder', () => {
  /** A picture that takes a second or more: as long as it is decoded, its process is there to be ended. */
  const slow = bomb(7000, 7000);
  const withPicture = () =>
    heavyProcesses().flatMap(({ pid, kind, isBusy }) => (kind === 'pictures' && isBusy ? pid : []));
  /** Sends it, and ends the process that decodes it, and the one that tries it again, by these signals. */
  const sendAndEnd = async (signals: readonly NodeJS.Signals[]) => {
    const sent = send(slow);
    const ended = new Set<number>();
    for (const signal of signals) {
      const next = () => withPicture().find((pid) => !ended.has(pid));
      await expect.poll(next, { timeout: 20_000, interval: 5 }).toBeDefined();
      const pid = next() ?? 0;
      ended.add(pid);
      process.kill(pid, signal);
    }
    return sent;
  };

  it('S28 a picture that ends its decoder ends no server: it is tried once more, then refused, and the next one is taken', async () => {
    const [files, disk] = [await stored(), await onDisk()];
    expectError(await sendAndEnd(['SIGSEGV', 'SIGSEGV']), 415, 'NOT_AN_IMAGE');
    expect([await stored(), await onDisk()]).toEqual([files, disk]);
    ok(await sendAndEnd(['SIGSEGV']));
    ok(await send(await photo(40, 40)));
    expect(await stored()).toBe(files + 2);
  });

  it('S28 a picture is not called damaged when the system kills its decoder for memory: the sender is asked to retry', async () => {
    for (const signals of [
      ['SIGKILL', 'SIGKILL'],
      ['SIGKILL', 'SIGSEGV'],
      ['SIGSEGV', 'SIGKILL'],
    ] as const) {
      const refused = await sendAndEnd(signals);
      expectError(refused, 503, 'UNAVAILABLE');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    ok(await send(slow));
  });

  it.runIf(process.platform === 'linux')('S28 the environment of the decoder has nothing of the server', async () => {
    ok(await send(await photo(40, 40)));
    const decoder = heavyProcesses().find(({ kind }) => kind === 'pictures');
    const environment = readFileSync(`/proc/${decoder?.pid}/environ`, 'utf8').split('\0').filter(Boolean);
    expect(environment.map((line) => line.replace(/=.*/s, '')).toSorted()).toEqual([
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      // Where what was compiled is kept, as with npm start.
      'NODE_COMPILE_CACHE',
    ]);
  });
});

describe('TR-11 TR-12 T-16 too much', () => {
  const disk = async (work: () => Promise<void>) => {
    const before = [await stored(), await onDisk()];
    await work();
    expect([await stored(), await onDisk()]).toEqual(before);
  };

  it('TR-11 refuses a file that is too big instead of cutting it', () =>
    disk(async () => {
      expectError(await send(Buffer.concat([await photo(100, 100), Buffer.alloc(15 * 1024 * 1024)])), 413, 'TOO_LARGE');
    }));

  it('TR-12 T-16 refuses eleven files, a thousand fields, a long field and 61 MiB, and keeps nothing', () =>
    disk(async () => {
      const small = await photo(10, 10);
      const files = (count: number, bytes = small) =>
        Array.from({ length: count }, (_, n) => ({ field: 'files', name: `${n}.jpg`, type: 'image/jpeg', bytes }));
      const start = performance.now();
      for (const [fields, sent] of [
        [{}, files(11)],
        [Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, 'x'])), []],
        [{ name: 'x'.repeat(11 * 1024) }, []],
        [{}, files(10, Buffer.concat([small, Buffer.alloc(6.2 * 1024 * 1024)]))],
      ] as const)
        expectError(await world.visitor.form('POST', '/api/v1/uploads', fields, [...sent]), 413, 'TOO_LARGE');
      expect(performance.now() - start).toBeLessThan(20_000);
    }));

  it('TR-12 answers 400 to form data that is cut or malformed, and survives', () =>
    disk(async () => {
      const { payload, contentType } = multipartBody({ name: 'x' }, [
        { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes: await photo(30, 30) },
      ]);
      const call = (body: Buffer, type = contentType) =>
        world.visitor.post('/api/v1/upload', body, { headers: { 'content-type': type } });
      for (const part of [0, 0.02, 0.1, 0.3, 0.5, 0.9, 0.99]) {
        const answer = await call(payload.subarray(0, Math.floor(payload.length * part)));
        expect([400, 413, 415], `${part}: ${answer.body}`).toContain(answer.statusCode);
        expectError(answer, answer.statusCode);
      }
      for (const type of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        'multipart/mixed; boundary=x',
        'Multipart/Form-Data;boundary="',
      ]) {
        const answer = await call(payload, type);
        expect([400, 415], `${type}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode);
      }
      ok(await world.visitor.get('/healthz'));
    }));

  it('TR-12 a connection that is cut in the middle of a photo leaves nothing behind', () =>
    disk(async () => {
      const order = await makeOrder(world.app, world.admin);
      const phone = await openOrder(world.app, order);
      const url = new URL(await world.app.app.listen({ port: 0, host: '127.0.0.1' }));
      const { payload, contentType } = multipartBody({}, [
        { field: 'pickupImages', name: 'a.jpg', type: 'image/jpeg', bytes: await photo(800, 800) },
      ]);
      for (const part of [0.1, 0.5, 0.95]) {
        await new Promise((done) => {
          const socket = connect(Number(url.port), '127.0.0.1', () => {
            socket.write(
              `POST /api/driver/pickup/${order.items[0]?.id} HTTP/1.1\r\nHost: ${url.host}\r\nCookie: qf_session=${phone.cookies.get('qf_session')}\r\nContent-Type: ${contentType}\r\nContent-Length: ${payload.length}\r\n\r\n`,
            );
            socket.write(payload.subarray(0, Math.floor(payload.length * part)), () =>
              setTimeout(() => socket.destroy(), 30),
            );
          });
          socket.on('close', done);
        });
      }
      await expect.poll(async () => (await fetch(`${url.origin}/healthz`)).status).toBe(200);
      expect(
        await world.app.sql(
          'select is_picked_up, pickup_image_urls from order_items where order_id = ? limit 1',
          order.id,
        ),
      ).toEqual([{ is_picked_up: false, pickup_image_urls: [] }]);
    }));
});
