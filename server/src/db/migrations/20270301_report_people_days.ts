import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The day that a fact has just now is not counted yet: nearly everything that happens leaves no line. */
const isOver = (moment: string) => `${moment} < now() - interval '1 hour'`;
/** Offsets of clocks are whole quarters of an hour: one line for each that something changed in. */
const QUARTER = (moment: string) => `date_bin('15 minutes', ${moment}, timestamptz '2000-01-01 00:00Z')`;
const note = (moments: string) =>
  `insert into report_changes (at) select distinct ${QUARTER('m')} from ${moments} where ${isOver('m')};`;
const AT = (row: string) => `coalesce(${row}.taken_at, ${row}.received_at)`;
/** When stops of an order were made or failed, and when its items were collected. */
const stopsOf = (order: string) =>
  `(select m from attempts a, lateral (values (a.received_at), (${AT('a')})) t (m) where a.order_id = ${order}
    union all select h.at from history h where h.subject = 'order' and h.subject_id = ${order} and h.to_status = 'picked_up') s (m)`;
/** When an order was delivered, and its failed attempts were. */
const triesOf = (order: string) =>
  `(select a.received_at from attempts a where a.order_id = ${order} and a.outcome = 'failed'
    union all select o.delivered_at from orders o where o.id = ${order}) s (m)`;
const of = (...moments: string[]) => `unnest(array[${moments.join(', ')}]) m`;
/** Both what was and what is. */
const noteRows = (statement: (row: 'old' | 'new') => string) =>
  `if tg_op <> 'INSERT' then ${statement('old')} end if;
   if tg_op <> 'DELETE' then ${statement('new')} end if;`;

const PICKED_UP = `('picked_up', 'in_transit', 'delivered')`;
const quoteColumns = [
  ...['status', 'outcome', 'outcome_reason', 'valid_until', 'price', 'currency', 'customer_id', 'sent_at'],
  ...['accepted_at', 'paid_at', 'estimate', 'delivery_address', 'created_at'],
];
const isOtherQuote = quoteColumns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

const functions: Readonly<Record<string, string>> = {
  // A later attempt makes another one the last, or the first of a period.
  note_report_of_attempt: noteRows(
    (row) => `${note(of(`${row}.received_at`, AT(row)))}
      if ${row}.outcome = 'failed' then ${note(triesOf(`${row}.order_id`))} end if;`,
  ),
  note_report_of_stops: note(stopsOf('old.id')),
  note_report_of_pickup: `if tg_op = 'DELETE' then ${note(`${stopsOf('old.subject_id')}`)} ${note(of('old.at'))}
    else ${note(`(select at from history h where h.subject = 'order' and h.subject_id = new.subject_id and h.to_status = 'picked_up') s (m)`)} end if;`,
  note_report_of_right: noteRows((row) => note(stopsOf(`${row}.order_id`))),
  note_report_of_charge: noteRows((row) => note(of(`${row}.decided_at`))),
  note_report_of_price: note(
    `(select ${AT('a')} from orders o join attempts a on a.order_id = o.id where o.quote_id = new.id) s (m)`,
  ),
  note_report_of_rating: noteRows(
    (row) => note(`(select o.delivered_at from orders o where o.id = ${row}.order_id) s (m)`),
  ),
  note_report_of_shift: noteRows((row) => `insert into report_changes (day) values (${row}.day);`),
  note_report_of_approval: noteRows(
    (row) =>
      `insert into report_changes (day) select d from generate_series(${row}.from_day::timestamp, ${row}.to_day, interval '1 day') d where d <= now() + interval '1 day';`,
  ),
  note_report_of_quote: noteRows((row) => note(of(`${row}.created_at`))),
  note_report_of_promise: noteRows(
    (row) => note(`(select q.created_at from quotes q where q.id = ${row}.quote_id) s (m)`),
  ),
};
const each = 'for each row';
/** What of an order its driver's pay and its customer's margin depend on. */
const paidBy = ['quote_price', 'tax_total', 'currency', 'quote_id', 'customer_id'];
const wasPickedUp = `old.status in ${PICKED_UP}`;
const triggers: readonly string[] = [
  `attempts_report_added after insert on attempts ${each}
    when (new.outcome = 'failed' or ${isOver('new.received_at')} or ${isOver('new.taken_at')}) execute function note_report_of_attempt()`,
  `attempts_report_changed after update or delete on attempts ${each} execute function note_report_of_attempt()`,
  // Whether its stops are made at all, and whose they are.
  `orders_report_stops after update of status, driver_id, ${paidBy.join(', ')} on orders ${each}
    when (((${wasPickedUp}) <> (new.status in ${PICKED_UP}) and old.status not in ('pending', 'assigned'))
      or (old.status = 'delivered') <> (new.status = 'delivered')
      or (old.driver_id is distinct from new.driver_id and (old.driver_id is not null or ${wasPickedUp}))
      or (${wasPickedUp} and (${paidBy.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')}))) execute function note_report_of_stops()`,
  `orders_report_gone before delete on orders ${each} execute function note_report_of_stops()`,
  `history_report_added after insert on history ${each}
    when (new.subject = 'order' and new.to_status = 'picked_up') execute function note_report_of_pickup()`,
  `history_report_gone after delete on history ${each}
    when (old.subject = 'order' and old.to_status = 'picked_up') execute function note_report_of_pickup()`,
  `ended_rights_report after insert or update or delete on ended_rights ${each} execute function note_report_of_right()`,
  `charges_report_decided after insert or update or delete on charges ${each} execute function note_report_of_charge()`,
  `quotes_report_price after update of price, tax_total, currency on quotes ${each}
    when (old.price is distinct from new.price or old.tax_total is distinct from new.tax_total or old.currency is distinct from new.currency) execute function note_report_of_price()`,
  `ratings_report after insert or update or delete on ratings ${each} execute function note_report_of_rating()`,
  `driver_days_report_added after insert or delete on driver_days ${each} execute function note_report_of_shift()`,
  `driver_days_report_changed after update of day, driver_id, started_at, ended_at on driver_days ${each} execute function note_report_of_shift()`,
  `pay_approvals_report after insert or update or delete on pay_approvals ${each} execute function note_report_of_approval()`,
  `quotes_report_added after insert on quotes ${each} when (${isOver('new.created_at')}) execute function note_report_of_quote()`,
  `quotes_report_gone after delete on quotes ${each} execute function note_report_of_quote()`,
  `quotes_report_changed after update of ${quoteColumns.join(', ')} on quotes ${each}
    when (${isOver('old.created_at')} and (${isOtherQuote})) execute function note_report_of_quote()`,
  `quote_promises_report_gone after delete on quote_promises ${each} when (old.kind = 'price') execute function note_report_of_promise()`,
  `quote_promises_report_changed after insert or update of kind, due_at, kept_at on quote_promises ${each} when (new.kind = 'price') execute function note_report_of_promise()`,
];

/** Failures, quotes, drivers and what they earn are counted by the day too. */
export class ReportPeopleDays extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "report_days" add "pay_version" text not null default '', add "until" timestamptz(3) null;`,
    );
    this.addSql(`alter table "report_counts" add "also_listed" int[] null;`);
    this.addSql(`alter table "report_changes" alter "at" drop not null, add "day" date null;`);
    this.addSql('drop trigger attempts_report on attempts;');
    for (const [name, body] of Object.entries(functions))
      this.addSql(
        `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return ${name === 'note_report_of_stops' ? 'coalesce(new, old)' : 'null'}; end $$;`,
      );
    for (const trigger of triggers) this.addSql(`create trigger ${trigger};`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const name of Object.keys(functions)) this.addSql(`drop function ${name}() cascade;`);
    // As it was before: a failed attempt alone, on its own day.
    this.addSql(`create function note_report_of_attempt() returns trigger language plpgsql as $$
      begin ${noteRows((row) => note(of(`${row}.received_at`)))} return null; end $$;
      create trigger attempts_report after insert or update or delete on attempts for each row execute function note_report_of_attempt();`);
    this.addSql(`delete from report_days; delete from report_changes where at is null;
      alter table "report_changes" drop column "day", alter "at" set not null;
      alter table "report_counts" drop column "also_listed";
      alter table "report_days" drop column "pay_version", drop column "until";`);
  }
}
