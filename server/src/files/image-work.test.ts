import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo } from '../../test/support/factories.ts';
import { imageWork } from './image-work.ts';

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
    await expect(imageWork.prepare(damaged)).rejects.toThrow('This image is damaged and cannot be read');
});
