import { setTimeout as pause } from 'node:timers/promises';
import type { Company } from './company.ts';
import { megabytes, once, type Side } from './load.ts';
import { newQuote } from './reads.ts';
import { makePhotos, uploadSide } from './uploads.ts';

const READERS = 12;
const PHONES = 4;

/**
 * Readers, phones that upload and somebody who asks for quotes, for so many minutes; tells the memory of each. What they
 * make is taken back by the next run with load.
 */
export async function watchMemory(company: Company, minutes: number, tell: (line: string) => void): Promise<void> {
  const { url, cookie, ours, read } = company;
  const { body } = await read('/api/v1/orders?limit=100&page=2');
  const orders = body['data'] as { id: number; trackingNumber: string }[];
  const reads: Side = {
    name: 'reads',
    url,
    headers: { cookie },
    paths: [
      '/api/v1/orders',
      '/api/v1/quotes',
      '/api/v1/stats',
      ...orders.flatMap(({ id, trackingNumber }) => [
        `/api/v1/orders/${id}`,
        `/api/v1/orders/tracking/${trackingNumber}`,
      ]),
    ],
    usage: ours.usage,
  };
  const quotes: Side = {
    name: 'quotes',
    url,
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    paths: ['/api/v1/quotes'],
    body: newQuote,
    usage: ours.usage,
  };
  const photos = uploadSide(company, await makePhotos());
  const begun = performance.now();
  const now = async () => {
    const { rss, heap } = await ours.usage();
    const { images, together } = await ours.ask<{ images: number; together: number }>('memory');
    return `${megabytes(rss)} and ${images.toFixed(0)} MB for pictures, together ${together.toFixed(0)} with their common files counted once, heap ${megabytes(heap)}`;
  };
  tell(`minute 0: ${await now()}`);
  for (let minute = 1; minute <= minutes; minute++) {
    const [mixed, uploads] = await Promise.all([
      once(reads, READERS, 58),
      once(photos, PHONES, 58),
      once(quotes, 1, 58),
    ]);
    tell(
      `minute ${((performance.now() - begun) / 60_000).toFixed(0)}: ${await now()}; ${mixed.perSecond.toFixed(0)} reads and ${uploads.perSecond.toFixed(1)} photos a second`,
    );
  }
  await pause(40_000);
  tell(`40 s later: ${await now()}`);
}
