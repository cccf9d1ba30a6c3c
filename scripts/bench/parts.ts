import { MAILS } from '../../server/bench/database.ts';
import { type Company, type CompanyOptions, startOurs } from './company.ts';
import { LISTENERS, measureListeners } from './listeners.ts';
import { megabytes } from './load.ts';
import { launch, type Measured } from './processes.ts';
import { measureServers, type Rates, SHARE } from './servers.ts';
import { measureUploads } from './uploads.ts';

const CONNECTIONS = 16;

async function printUploads(company: Company, peer: Measured<{ url: string }>): Promise<void> {
  const { photoMb, sides, quiet, loaded } = await measureUploads(company, peer, { seconds: 6, rounds: 3 });
  const bare = sides.get('bare');
  console.log(`\nPhotos of 6 megapixels and ${photoMb.toFixed(1)} MB from 20 phones in parallel`);
  for (const [name, { perSecond, p50, p99, rssBefore, rssAfter }] of sides)
    console.log(
      `  ${name.padEnd(5)} ${perSecond.toFixed(1).padStart(6)}/s ${(perSecond / (bare?.perSecond ?? 1)).toFixed(2)} p50 ${p50.toFixed(0)} ms p99 ${p99.toFixed(0)} ms, ${megabytes(rssBefore)} → ${megabytes(rssAfter)}`,
    );
  console.log(
    `  lists of orders for four people: p97.5 ${quiet.p97.toFixed(0)} ms alone, ${loaded.p97.toFixed(0)} ms during the uploads: ${(loaded.p97 / Math.max(1, quiet.p97)).toFixed(1)} times`,
  );
}

async function printListeners(company: Company): Promise<void> {
  const { body } = await company.read('/api/v1/orders?limit=1&status=pending');
  const [order] = body['data'] as { id: number; trackingNumber: string }[];
  if (!order) throw new Error('There is no order to watch.');
  const { rssBefore, rssAfter, p50, p95, most } = await measureListeners(company, order);
  const each = (rssAfter - rssBefore) / LISTENERS / 1024;
  console.log(
    `\n${LISTENERS} live listeners: ${megabytes(rssAfter - rssBefore)} more (${megabytes(rssBefore)} → ${megabytes(rssAfter)}), ${each.toFixed(1)} kB each; of a change each second the news is with all of them after ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
  );
}

const printRates = (what: string, { one, two }: Rates) =>
  console.log(
    `${what}: one server ${one.toFixed(0)}/s, two on its database ${two.toFixed(0)}/s: ${(two / one).toFixed(2)} times`,
  );

export async function printJobs(options: CompanyOptions): Promise<void> {
  const sink = await launch<{ url: string }>('sink.ts', {});
  const company = await startOurs({ ...options, smtpUrl: sink.ready.url });
  try {
    const begun = performance.now();
    await company.ours.ask('queueMails');
    await company.ours.ask('sentMails');
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `\n${MAILS} mails queued together are sent after ${seconds.toFixed(1)} s: ${(MAILS / seconds).toFixed(0)} jobs a second`,
    );
  } finally {
    await company.ours.stop();
    await sink.stop();
  }
}

/** What is no read: uploads, live listeners, two servers and the queue, each where `isWanted` says so. */
export async function measureParts(
  company: Company,
  peer: Measured<{ url: string }>,
  options: CompanyOptions,
  isWanted: (name: string) => boolean,
): Promise<void> {
  if (isWanted('listeners')) await printListeners(company);
  if (isWanted('uploads')) await printUploads(company, peer);
  if (isWanted('servers')) {
    const { whole, held } = await measureServers(company, options, CONNECTIONS);
    console.log('');
    printRates('Lists of orders', whole);
    if (held) printRates(`with ${SHARE * 100} % of a core for each server`, held);
    else console.log('  a share of a core for each server: this machine allows none');
  }
}
