import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventObject } from '@quickfleet/shared/messages/events';
import { run } from '../../db/rows.ts';
import { CHANNEL, type Happened, jsonOf, type LastView, sideEffectsOf } from '../../db/side-effects.ts';
import { type AppContext, type EventLog, type Services, systemContext } from '../../http/context.ts';
import { randomKey } from '../../security/secrets.ts';
import { isEventObject, typesOf } from './event-types.ts';

/** An object as REST reads it, its customer, and the merchant that gave its numbers; undefined when it is gone. */
export type ReadObject = (
  ctx: AppContext,
  id: number,
) => Promise<{ data: object; customerId: number | null; externalScope: number | null } | undefined>;
type Read = Awaited<ReturnType<ReadObject>>;
/** `many` reads several of a kind by one statement, in the order of their ids. */
export type ObjectReaders = Readonly<Record<EventObject, ReadObject>> & {
  many?: Partial<Record<EventObject, (ctx: AppContext, ids: readonly number[]) => Promise<Read[]>>>;
};

interface EventRow {
  event_id: string;
  type: string;
  object_type: EventObject;
  object_id: number;
  customer_id: number | null;
  external_scope: number | null;
  at: Date;
  data: unknown;
}

// The counter's row is held until the commit: events of one object are committed in the order of their numbers.
const INSERT = `with given as (
    select e.*, row_number() over () as place from json_to_recordset(?::json) as e (
      event_id text, type text, object_type text, object_id int, customer_id int, external_scope int, at timestamptz, data json)),
  counted as (
    insert into event_counters as k (object_type, object_id, sequence)
    select object_type, object_id, count(*)::int from given group by 1, 2 order by 1, 2
    on conflict (object_type, object_id) do update set sequence = k.sequence + excluded.sequence
    returning object_type, object_id, sequence),
  written as (
    insert into events (event_id, type, object_type, object_id, sequence, customer_id, external_scope, at, data)
    select g.event_id, g.type, g.object_type, g.object_id,
      k.sequence - (count(*) over (partition by g.object_type, g.object_id))::int + (row_number() over (partition by g.object_type, g.object_id order by g.place))::int,
      g.customer_id, g.external_scope, g.at, g.data
    from given g join counted k on k.object_type = g.object_type and k.object_id = g.object_id order by g.place
    returning 1)
  select pg_notify('${CHANNEL}', '{"topic":"event","id":0}') from (select 1 from written limit 1) any_of_them`;

interface OfObject {
  subject: EventObject;
  subjectId: number;
  /** Of the first line. */
  at: Date;
  lines: Happened[];
}
/** What happened, grouped by object, in the order in which each object came first. */
function byObject(happened: readonly Happened[]): OfObject[] {
  const groups = new Map<string, OfObject>();
  for (const line of happened) {
    const { subject, subjectId } = line;
    if (!isEventObject(subject)) continue;
    const name = `${subject} ${subjectId}`;
    const group = groups.get(name) ?? { subject, subjectId, at: line.at, lines: [] };
    group.lines.push(line);
    groups.set(name, group);
  }
  return [...groups.values()];
}

const typesIn = (subject: EventObject, lines: readonly Happened[]) =>
  typesOf(
    subject,
    lines.map(({ action }) => action),
  );
const isErased = ({ subject, lines }: OfObject): boolean =>
  lines.some(({ action }) => action.endsWith('.erased') && subject !== 'order');

/** The event log over these readers: `data` is made by the reads that REST uses. */
export function createEventLog(readers: ObjectReaders): EventLog {
  const read = (services: Services, em: EntityManager, subject: EventObject, id: number) =>
    readers[subject]({ ...systemContext(services), em, grant: 'yes' }, id);

  /** What all of these are now, by kind and number; several of a kind are read together. */
  async function readAll(services: Services, em: EntityManager, wanted: readonly OfObject[]) {
    const ctx: AppContext = { ...systemContext(services), em, grant: 'yes' };
    const found = new Map<OfObject, Read>();
    for (const [subject, group] of Map.groupBy(wanted, (one) => one.subject)) {
      const readMany = group.length > 1 ? readers.many?.[subject] : undefined;
      const ids = group.map(({ subjectId }) => subjectId);
      const rows = readMany ? await readMany(ctx, ids) : [];
      for (const [at, one] of group.entries())
        found.set(one, readMany ? rows[at] : await read(services, em, subject, one.subjectId));
    }
    return found;
  }

  async function rowsOf(services: Services, em: EntityManager, happened: Happened[], lastViews: LastView[]) {
    const rows: EventRow[] = [];
    const objects = byObject(happened).filter(({ subject, lines }) => typesIn(subject, lines).length > 0);
    const views = await readAll(
      services,
      em,
      objects.filter((one) => !isErased(one)),
    );
    for (const one of objects) {
      const { subject, subjectId, at, lines } = one;
      const last = lastViews.find((view) => view.subject === subject && view.subjectId === subjectId);
      const now = views.get(one);
      const data = now?.data ?? (isErased(one) || !last ? null : JSON.parse(last.data));
      const customerId = now?.customerId ?? last?.customerId ?? null;
      const object = {
        object_type: subject,
        object_id: subjectId,
        customer_id: customerId,
        external_scope: (now ?? last)?.externalScope ?? null,
        at,
        data,
      };
      for (const type of typesIn(subject, lines)) rows.push({ event_id: `evt_${randomKey()}`, type, ...object });
    }
    return rows;
  }

  return {
    async write(services, em) {
      const { happened, lastViews } = sideEffectsOf(em);
      if (happened.length === 0) return;
      const rows = await rowsOf(services, em, happened, lastViews);
      if (rows.length > 0) await run(em, INSERT, [jsonOf(rows)]);
    },
    async keep({ services, em }, subject, id) {
      const view = await read(services, em, subject, id);
      if (!view) return;
      const { data, ...of } = view;
      sideEffectsOf(em).lastViews.push({ subject, subjectId: id, ...of, data: JSON.stringify(data) });
    },
  };
}
