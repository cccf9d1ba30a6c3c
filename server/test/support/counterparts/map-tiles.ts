import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { closeServer } from '../close-server.ts';

const ZOOM_MAX = 14;
const HEADER = 127;

/** The same picture as every tile. */
export const tilePicture = (): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: '#cfe3c4' } })
    .png()
    .toBuffer();

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

/** A PMTiles file of the whole world: one run of tiles with the same picture. */
export function pmtilesOf(tile: Buffer, attribution: string): Buffer {
  const tiles = (4 ** (ZOOM_MAX + 1) - 1) / 3;
  const directory = Buffer.from([1, 0, ...varint(tiles), ...varint(tile.length), 1]);
  const metadata = Buffer.from(JSON.stringify({ attribution }));
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles\u0003', 'latin1');
  const parts: [length: number, size: number][] = [];
  let at = HEADER;
  for (const { length } of [directory, metadata, Buffer.alloc(0), tile]) {
    parts.push([at, length]);
    at += length;
  }
  const numbers = [...parts.flat(), tiles, 1, 1];
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  // Clustered, nothing compressed, PNG, and the zooms.
  header.set([1, 1, 1, 2, 0, ZOOM_MAX], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return Buffer.concat([header, directory, metadata, tile]);
}

/** A company's tile server: a style at /style.json, and tiles at the same origin unless another is named. */
export async function startTileServer() {
  const picture = await tilePicture();
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    const path = request.url ?? '/';
    asked.push(path);
    answer.setHeader('access-control-allow-origin', '*');
    if (path !== '/style.json') return answer.setHeader('content-type', 'image/png').end(picture);
    const style = {
      version: 8,
      sources: {
        ground: { type: 'raster', tileSize: 256, tiles: [`${tiles.from}/{z}/{x}/{y}.png`], attribution: '© Test maps' },
      },
      layers: [{ id: 'ground', type: 'raster', source: 'ground' }],
    };
    return answer.setHeader('content-type', 'application/json').end(JSON.stringify(style));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tiles = {
    origin,
    /** The origin that the style names for its tiles. */
    from: origin,
    /** Paths that browsers asked for. */
    asked,
    close: () => closeServer(server),
  };
  return tiles;
}
