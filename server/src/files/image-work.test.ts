import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo } from '../../test/support/factories.ts';
import { Refused } from '../process/heavy/protocol.ts';
import * as imageWork from './image-work.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quickfleet-image-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const drawn = async (stroke: string, background: string): Promise<string> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="${background}"/><path d="M10 50 L290 60" stroke="${stroke}" stroke-width="4"/></svg>`;
  const path = join(folder, `${stroke}-${background}.png`.replaceAll(/[^\w.-]/g, '_'));
  await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer());
  return path;
};

it('C57 a signature counts when it shows on white', async () => {
  for (const [ink, paper] of [
    ['white', 'none'],
    ['#fefefe', 'white'],
    ['rgba(0,0,0,0)', 'none'],
    ['rgba(0,0,0,0.01)', 'none'],
  ] as const)
    expect(await imageWork.isBlank(await drawn(ink, paper)), `${ink} on ${paper}`).toBe(true);
  for (const [ink, paper] of [
    ['#0b1f33', 'none'],
    ['white', 'black'],
    ['#808080', 'white'],
  ] as const)
    expect(await imageWork.isBlank(await drawn(ink, paper)), `${ink} on ${paper}`).toBe(false);
});
it('C58 a JPEG without its last two bytes is whole; one that is cut or has rubbish in it is refused', async () => {
  const bytes = await photo();
  expect(await imageWork.prepare(bytes.subarray(0, -2))).toMatchObject({ width: 320, height: 240 });
  const rubbish = Buffer.from(bytes).fill(0xff, 9000, 9300);
  for (const damaged of [bytes.subarray(0, bytes.length / 2), rubbish])
    await expect(imageWork.prepare(damaged)).rejects.toEqual(
      new Refused({ sentence: 'This image is damaged and cannot be read', isTooLarge: false }),
    );
});

/** A part of a PNG, as its specification lays it out: length, type, data, checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
/** The data of a PNG's picture, and where its first part begins. */
function pictureOf(png: Buffer): { at: number; data: Buffer } {
  const at = png.indexOf('IDAT') - 4;
  return { at, data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) };
}
const plain = (color: string) => sharp({ create: { width: 40, height: 30, channels: 3, background: color } });

it('C66 of an animated PNG the first frame is kept', async () => {
  const [first, second] = [await plain('#d42626').png().toBuffer(), await plain('#2563eb').png().toBuffer()];
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26);
    for (const [offset, value] of [sequence, 40, 30].entries()) data.writeUInt32BE(value, offset * 4);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(2, 22);
    return chunk('fcTL', data);
  };
  const { at } = pictureOf(first);
  const later = Buffer.concat([Buffer.from([0, 0, 0, 2]), pictureOf(second).data]);
  const animated = Buffer.concat([
    first.subarray(0, at),
    chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    frame(0),
    first.subarray(at, first.indexOf('IEND') - 4),
    frame(1),
    chunk('fdAT', later),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const { bytes, width, height } = await imageWork.prepare(animated);
  expect([width, height]).toEqual([40, 30]);
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(180);
  expect(dominant.b).toBeLessThan(80);
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
});
