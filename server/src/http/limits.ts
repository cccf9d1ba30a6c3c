import { isIPv6 } from 'node:net';
import { type Rate, type RateName, rates } from '@quickfleet/shared/limits';
import { BufferedCounters } from '../db/buffered-counters.ts';
import { query } from '../db/query.ts';
import { run } from '../db/rows.ts';
import type { RequestContext, Services } from './context.ts';
import { tooMany } from './errors.ts';

interface Subjects {
  account?: string | undefined;
  subject?: string | undefined;
}

/**
 * Who an address belongs to: one IPv6 subscriber has 2^64 addresses, so that only the first half counts
 * (docs/security.md, TR-19).
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const keyOf = (rate: Rate, ctx: RequestContext, subjects: Subjects): string | undefined => {
  if (rate.by === 'ip') return networkOf(ctx.request.ip);
  if (rate.by === 'all') return 'all';
  if (rate.by === 'pair') return subjects.subject && `${networkOf(ctx.request.ip)} ${subjects.subject}`;
  return rate.by === 'account' ? subjects.account : subjects.subject;
};
const bucketsOf = (ctx: RequestContext, name: RateName, subjects: Subjects) =>
  (rates[name] as readonly Rate[]).flatMap((rate) => {
    const key = keyOf(rate, ctx, subjects);
    return key === undefined ? [] : [{ rate, bucket: `${name}:${rate.by}:${key}` }];
  });

interface Counted {
  count: number;
  /** Seconds. */
  wait: number;
}

/**
 * Limits that guard no secret and are counted with every look of everybody: in memory, settled every second. The others
 * are counted in the table, exactly, before the work.
 */
const bufferedLimits: ReadonlySet<RateName> = new Set(['keys.calls', 'tracking.get', 'tracking.onChange']);
const bufferedCounters = new WeakMap<Services, BufferedCounters>();
function bufferedCountersOf(services: Services): BufferedCounters {
  const known = bufferedCounters.get(services) ?? new BufferedCounters(services.orm.em);
  bufferedCounters.set(services, known);
  return known;
}

/** Keeps what was counted in memory, at the end of the process. */
export const endCounting = async (services: Services): Promise<void> =>
  bufferedCounters.get(services)?.end(services.clock());

async function countInTable({ orm, clock }: Services, bucket: string, rate: Rate, amount: number): Promise<Counted> {
  const now = clock();
  const [row] = await query<Counted>(
    orm.em,
    `insert into rate_counts as r (bucket, count, resets_at) values (?, ?, ?::timestamptz + make_interval(secs => ?))
     on conflict (bucket) do update set
       count = case when r.resets_at <= ? then excluded.count else r.count + excluded.count end,
       resets_at = case when r.resets_at <= ? then excluded.resets_at else r.resets_at end
     returning count, ceil(extract(epoch from resets_at - ?::timestamptz))::int as wait`,
    [bucket, amount, now, rate.seconds, now, now, now],
  );
  if (!row) throw new Error('the counted try has no row');
  return row;
}

async function countInMemory(services: Services, bucket: string, { seconds }: Rate): Promise<Counted> {
  const now = services.clock();
  const { count, resetsAt } = await bufferedCountersOf(services).count(bucket, seconds, now);
  return { count, wait: Math.ceil((resetsAt - now.getTime()) / 1000) };
}

/**
 * Counts one try of `name` and refuses it with 429 when a limit is passed. Counted before the work and outside the
 * call's transaction, so that refused and failed tries count and several server processes count together. `amount` for
 * what is not counted by the piece.
 */
export async function countTry(
  ctx: RequestContext,
  name: RateName,
  subjects: Subjects = {},
  amount = 1,
): Promise<void> {
  const { services } = ctx;
  for (const { rate, bucket } of bucketsOf(ctx, name, subjects)) {
    const row = bufferedLimits.has(name)
      ? await countInMemory(services, bucket, rate)
      : await countInTable(services, bucket, rate, amount);
    const max = Math.floor(rate.max * services.config.LIMIT_SCALE);
    const wait = Math.max(1, row.wait);
    // A limit that all callers share is not reported: it would show one visitor how busy the others are.
    if (rate.by !== 'all')
      ctx.request.notes?.limits.push({
        name: `${name}/${rate.by}`,
        max,
        seconds: rate.seconds,
        left: Math.max(0, max - row.count),
        wait,
      });
    if (row.count <= max) continue;
    if (name === 'tracking.onChange' && rate.by === 'ip')
      services.events.limits.refuse(networkOf(ctx.request.ip), wait);
    throw tooMany(wait);
  }
}

/** Takes back one counted try of somebody who proved to be the right one: only wrong tries use a limit up. */
export async function forgiveTry(ctx: RequestContext, name: RateName, subjects: Subjects = {}): Promise<void> {
  const buckets = bucketsOf(ctx, name, subjects).map(({ bucket }) => bucket);
  if (buckets.length === 0) return;
  await run(
    ctx.services.orm.em,
    `update rate_counts set count = greatest(0, count - 1) where bucket in (${buckets.map(() => '?').join(', ')})`,
    buckets,
  );
}

/** Forgets the failed tries of an account after its correct password. */
export async function clearTries(ctx: RequestContext, name: RateName, by: Rate['by'], subject: string): Promise<void> {
  await run(ctx.services.orm.em, 'delete from rate_counts where bucket = ?', [`${name}:${by}:${subject}`]);
}
