import { setTimeout as pause } from 'node:timers/promises';
import type { Place } from '@quickfleet/shared/base/distance';
import type { TravelBasis } from '@quickfleet/shared/delivery/planning/plans';
import { z } from 'zod';
import { MapServiceFault, noteService } from '../../company/places/map-service.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { inBackground } from '../../process/outside/background.ts';
import { estimatedKilometres, type Learned, readLearned, wallClock } from '../eta/eta.queries.ts';
import { askRouting, BLOCK, type Way } from './routing.ts';

/** How fast a van gets along in and between towns, where nothing is learned yet, in kilometres an hour. */
const SPEED = 30;
/** How long a day that is planned, a job of every minute, and a person on the telephone wait for the routing service. */
export const LONG_PATIENCE_MS = 20_000;
export const SHORT_PATIENCE_MS = 2000;
export const HURRY_MS = 200;
const KEPT_MS = 86_400_000;
/** A service that failed is left alone for so long. */
const REST_MS = 60_000;

/** Minutes and kilometres from each place to each other, row by row. */
export interface TravelTimes {
  minutes: Float64Array;
  kilometres: Float64Array;
  basis: TravelBasis;
}
interface How {
  /** A place that nobody knows (null) is so far from everywhere. */
  unknownMinutes: number;
  /** The moment of the drive, where it is known: the hours of a day have their own pace. */
  at?: Date | undefined;
  /** Milliseconds for what must be asked for; 0: nothing is. */
  patience?: number;
  /** What is not answered by then is answered in the background, for the next time. */
  asksOn?: boolean;
}

/**
 * Minutes and kilometres between places: the one answer for arrival times, plans, suggestions and the board. The routing
 * service says them, and its answers are kept for a day; without one, and while it is away, the way of a crow with the
 * detour of streets counts, at the pace that was learned from the company's own deliveries. Between different doors it is
 * at least a minute.
 */
export async function travelTimes(
  ctx: AppContext,
  places: readonly (Place | null)[],
  { unknownMinutes, at, patience = SHORT_PATIENCE_MS, asksOn = false }: How,
): Promise<TravelTimes> {
  const model = (await readLearned(ctx))?.model ?? null;
  const minutesPerKm = model?.pace?.minutesPerKm ?? 60 / SPEED;
  const hour =
    at && model ? (model.hours[wallClock(ctx.services.config.BUSINESS_TIMEZONE)(at.getTime()).hour] ?? 1) : 1;
  const known = ctx.services.config.ROUTING_URL ? await readWays(ctx, places, patience, asksOn) : undefined;
  const count = places.length;
  const [minutes, kilometres] = [new Float64Array(count * count), new Float64Array(count * count)];
  for (const [from, one] of places.entries())
    for (const [to, other] of places.entries()) {
      if (from === to) continue;
      const cell = from * count + to;
      minutes[cell] = unknownMinutes;
      if (!one || !other) continue;
      const way = known?.wayOf(one, other);
      const length = way ? way[1] / 1000 : estimatedKilometres(one, other);
      kilometres[cell] = length;
      minutes[cell] = Math.max(1, (way ? way[0] / 60 : length * minutesPerKm) * hour);
    }
  return { minutes, kilometres, basis: basisOf(known, model) };
}
const basisOf = (known: KnownWays | undefined, model: Learned | null): TravelBasis => {
  if (known) return known.isWhole ? 'service' : 'service_away';
  return model?.pace ? 'learned' : 'usual';
};

interface KnownWays {
  wayOf: (from: Place, to: Place) => Way | null | undefined;
  /** Whether the service has answered for all of them. */
  isWhole: boolean;
}
const keyOf = ({ lat, lng }: Place): string => `${lat.toFixed(5)},${lng.toFixed(5)}`;
const waysSchema = z.record(z.string(), z.tuple([z.number(), z.number()]).nullable());
const wayColumns = select({ origin: c.text('origin'), ways: c.json(waysSchema, 'ways') });

/** The kept ways between places, after those that are missing were asked for. */
async function readWays(
  ctx: AppContext,
  places: readonly (Place | null)[],
  patience: number,
  asksOn: boolean,
): Promise<KnownWays> {
  const all = new Map(places.flatMap((place) => (place ? [[keyOf(place), place] as const] : [])));
  const kept = await readRows(
    ctx.em,
    wayColumns,
    'select $columns from travel_ways where origin = any(?) and read_at > ? order by origin',
    [[...all.keys()], new Date(now(ctx).getTime() - KEPT_MS)],
  );
  const question: Question = { all, ways: new Map(kept.map(({ origin, ways: to }) => [origin, to])) };
  const isAsked = originsOf(question).length > 0;
  const mayAsk = isAsked && patience > 0 && !(await isResting(ctx));
  const isAnswered = mayAsk && (await (asksOn ? askOn(ctx, question, patience) : askForWays(ctx, question, patience)));
  return {
    wayOf: (from, to) => question.ways.get(keyOf(from))?.[keyOf(to)],
    isWhole: !isAsked || isAnswered,
  };
}

/** Places by their key, and the ways between them that are known; those that are answered come in. */
interface Question {
  all: ReadonlyMap<string, Place>;
  ways: Map<string, z.infer<typeof waysSchema>>;
}
const isMissing = ({ ways }: Question, from: string, to: string) => from !== to && ways.get(from)?.[to] === undefined;
/** The places from which a way is missing. */
const originsOf = (question: Question): string[] => {
  const keys = [...question.all.keys()];
  return keys.filter((from) => keys.some((to) => isMissing(question, from, to)));
};

/** Asks in blocks for what is missing, as long as there is time; whether all of it was answered. */
async function askForWays(ctx: AppContext, question: Question, patience: number): Promise<boolean> {
  const { all, ways } = question;
  const until = performance.now() + patience;
  const asked = originsOf(question);
  const placesOf = (keys: readonly string[]) => keys.flatMap((key) => all.get(key) ?? []);
  try {
    for (let at = 0; at < asked.length; at += BLOCK) {
      const from = asked.slice(at, at + BLOCK);
      const wanted = [...all.keys()].filter((to) => from.some((one) => isMissing(question, one, to)));
      for (let next = 0; next < wanted.length; next += BLOCK) {
        const to = wanted.slice(next, next + BLOCK);
        const left = until - performance.now();
        if (left <= 0) throw new MapServiceFault(`It was not done within ${Math.round(patience / 1000)} seconds`);
        const places = { from: placesOf(from), to: placesOf(to) };
        const block = await askRouting(ctx.services.config, { ...places, milliseconds: left });
        for (const [row, origin] of from.entries())
          ways.set(origin, {
            ...ways.get(origin),
            ...Object.fromEntries(to.map((key, cell) => [key, block[row]?.[cell] ?? null])),
          });
        await keepWays(ctx, from, ways);
      }
    }
    await noteService(ctx.services.orm.em.fork(), 'routing', now(ctx), null);
    return true;
  } catch (error) {
    if (!(error instanceof MapServiceFault)) throw error;
    await noteService(ctx.services.orm.em.fork(), 'routing', now(ctx), error.message);
    return false;
  }
}

/** What is asked for in the background, by the company's database: nobody asks for the same a second time. */
const asking = new WeakMap<AppContext['services']['orm'], Set<string>>();
/** Asks with a long patience, and waits for it with a short one. */
async function askOn(ctx: AppContext, question: Question, patience: number): Promise<boolean> {
  const key = originsOf(question).join(' ');
  const open = asking.get(ctx.services.orm) ?? new Set<string>();
  asking.set(ctx.services.orm, open);
  if (open.has(key)) return false;
  open.add(key);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  inBackground('Asking the routing service', async () => {
    try {
      resolve(await askForWays(ctx, question, LONG_PATIENCE_MS));
    } finally {
      open.delete(key);
      resolve(false);
    }
  });
  return Promise.race([promise, pause(patience, false, { ref: false })]);
}

const resting = select({ isResting: c.bool('count(*) > 0') });
async function isResting(ctx: AppContext): Promise<boolean> {
  const [row] = await readRows(
    ctx.em,
    resting,
    `select $columns from map_services where kind = 'routing' and problem is not null and next_at > ?`,
    [new Date(now(ctx).getTime() - REST_MS)],
  );
  return row?.isResting ?? false;
}

/** By a connection apart: what was answered stays, whatever becomes of the caller's transaction. */
async function keepWays(
  ctx: AppContext,
  origins: readonly string[],
  ways: ReadonlyMap<string, z.infer<typeof waysSchema>>,
) {
  const at = now(ctx);
  await run(
    ctx.services.orm.em.fork(),
    `insert into travel_ways as w (origin, ways, read_at)
     select origin, ways, ? from jsonb_to_recordset(?::jsonb) as given(origin text, ways jsonb)
     on conflict (origin) do update set
       ways = case when w.read_at > ? then w.ways || excluded.ways else excluded.ways end,
       read_at = case when w.read_at > ? then w.read_at else excluded.read_at end
     returning origin`,
    [
      at,
      JSON.stringify(origins.toSorted().map((origin) => ({ origin, ways: ways.get(origin) ?? {} }))),
      ...[new Date(at.getTime() - KEPT_MS), new Date(at.getTime() - KEPT_MS)],
    ],
  );
}
