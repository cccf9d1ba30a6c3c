import type { EntityManager } from '@mikro-orm/postgresql';
import { c, readRow, run, select } from '../../db/rows.ts';
import { ask } from '../../process/outside/connections.ts';

export type MapServiceKind = 'geocoder' | 'routing';
/** What the service did is no answer: it is down, slow, or says something else than its documentation. */
export class MapServiceFault extends Error {
  /** Seconds that it asks to wait. */
  readonly retryAfter: number | null;
  constructor(message: string, retryAfter: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

export interface MapQuestion {
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  milliseconds: number;
  bytesMax: number;
  signal?: AbortSignal | undefined;
}
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/**
 * Asks a map service, and answers what it says. Its address is the operator's own setting, so it may be a private one, as
 * that of the mail server (docs/security.md).
 *
 * @throws MapServiceFault for whatever is no answer in time
 */
export async function askMapService(base: string, question: MapQuestion): Promise<unknown> {
  const { path, query = {}, headers = {}, body, milliseconds, bytesMax, signal } = question;
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const tooLong = AbortSignal.timeout(Math.ceil(milliseconds));
  try {
    const answer = await ask(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'user-agent': 'QuickFleet',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      const wait = Number(answer.headers.get('retry-after'));
      throw new MapServiceFault(`It answered ${answer.status}`, Number.isFinite(wait) && wait > 0 ? wait : null);
    }
    return JSON.parse(await textOf(answer, bytesMax));
  } catch (error) {
    if (error instanceof MapServiceFault) throw error;
    if (signal?.aborted) throw signal.reason;
    if (tooLong.aborted) throw new MapServiceFault(`It did not answer in ${Math.round(milliseconds / 1000)} seconds`);
    if (error instanceof SyntaxError) throw new MapServiceFault('What it answered is no JSON', null, error);
    throw new MapServiceFault(`It did not answer: ${reasonOf(error)}`, null, error);
  }
}
async function textOf(answer: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > bytesMax) throw new MapServiceFault('Its answer is too large');
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

const turn = select({ at: c.date('next_at') });
/** When the caller may ask: turns of all processes follow each other, so many milliseconds apart. */
export async function takeTurn(
  em: EntityManager,
  kind: MapServiceKind,
  now: Date,
  milliseconds: number,
): Promise<Date> {
  // The row has the moment of the turn itself, so that a longer pause counts for the next one as well.
  const row = await readRow(
    em,
    turn,
    `insert into map_services as m (kind, next_at) values (?, ?)
     on conflict (kind) do update set next_at = greatest(excluded.next_at, m.next_at + ?::float8 * interval '1 millisecond')
     returning $columns`,
    [kind, now, milliseconds],
  );
  return row?.at ?? now;
}

/** Notes what a service did last: `problem` null for an answer. The doctor and the office read it. */
export async function noteService(
  em: EntityManager,
  kind: MapServiceKind,
  now: Date,
  problem: string | null,
): Promise<void> {
  await run(
    em,
    problem === null
      ? `insert into map_services (kind, next_at, answered_at) values (?, ?, ?) on conflict (kind) do update
           set answered_at = excluded.answered_at, failing_since = null, problem = null returning kind`
      : `insert into map_services as m (kind, next_at, failing_since, problem) values (?, ?, ?, ?) on conflict (kind) do update
           set failing_since = coalesce(m.failing_since, excluded.failing_since), problem = excluded.problem,
             next_at = greatest(m.next_at, excluded.next_at) returning kind`,
    problem === null ? [kind, now, now] : [kind, now, now, problem.slice(0, 300)],
  );
}
