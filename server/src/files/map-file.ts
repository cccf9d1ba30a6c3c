import { type FileHandle, open } from 'node:fs/promises';
import { MAP_FILE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { DomainError } from '../http/errors.ts';
import { readHandleStream } from '../process/outside/streams.ts';
import { sendFile } from './send-file.ts';

/** How a PMTiles file of version 3 begins. */
const BEGINNING = Buffer.from('PMTiles\u0003');

async function beginsAsMap(handle: FileHandle): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0);
  return buffer.equals(BEGINNING);
}

/** Throws a sentence for what is no map, so that the start fails and not the first customer's page. */
async function requireMap(path: string): Promise<void> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`MAP_PMTILES_PATH ${path} cannot be read (${error.code}).`);
  });
  try {
    if (await beginsAsMap(handle).catch(() => false)) return;
    throw new Error(`MAP_PMTILES_PATH ${path} is not a PMTiles file of version 3.`);
  } finally {
    await handle.close();
  }
}

/**
 * GET /map.pmtiles: the company's map, which browsers read in parts. The address is fixed and nothing of a request
 * becomes a path. The file may be replaced while the server runs; its ETag then changes. Throws for what is no map.
 */
export async function registerMapFile(app: FastifyInstance, { MAP_PMTILES_PATH: path }: Config): Promise<void> {
  if (path === undefined) return;
  await requireMap(path);
  app.route({
    method: ['GET', 'HEAD'],
    url: MAP_FILE,
    handler: async (request, reply) => {
      // One handle for size, tag and bytes: they never belong to two files.
      const handle = await open(path).catch((cause) => {
        throw new DomainError('SERVICE_UNAVAILABLE', 'UNAVAILABLE', t('The map cannot be read at the moment.'), {
          cause,
        });
      });
      let isSent = false;
      try {
        const { size, mtimeMs } = await handle.stat();
        return await sendFile(request, reply.header('cache-control', 'public, max-age=3600'), {
          type: 'application/vnd.pmtiles',
          tag: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
          size: async () => size,
          read: async (part) => {
            isSent = true;
            return { stream: readHandleStream(handle, part), size };
          },
        });
      } finally {
        // The stream closes it when it ends.
        if (!isSent) await handle.close();
      }
    },
  });
}
