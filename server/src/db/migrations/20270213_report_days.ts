import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const planned = (row: string) => `coalesce(${row}.delivery_from, ${row}.delivery_date, ${row}.pickup_from)`;
const moments = (row: string) => [planned(row), `${row}.delivered_at`, `${row}.cancelled_at`];
/** What a fact of an order is counted by. */
const counted = [
  ...['status', 'outcome', 'delivery_from', 'delivery_date', 'pickup_from', 'delivery_to', 'delivered_at'],
  ...['cancelled_at', 'driver_id', 'customer_id', 'zone', 'delivery_address', 'quote_id', 'quote_price'],
  ...['tax_total', 'currency', 'payment', 'parcels'],
];
/** Whose a failed attempt is, also of an order that is still to be done. */
const whose = ['driver_id', 'customer_id', 'zone', 'delivery_address'];
/** The day that a fact has just now is not counted yet: nearly everything that happens leaves no line. */
const isOver = (moment: string) => `${moment} < now() - interval '1 hour'`;
const isAnyOver = (...rows: string[]) => rows.flatMap(moments).map(isOver).join(' or ');
/** Offsets of clocks are whole quarters of an hour: one line for each that something changed in. */
const QUARTER = (moment: string) => `date_bin('15 minutes', ${moment}, timestamptz '2000-01-01 00:00Z')`;
const note = (all: readonly string[]) =>
  `insert into report_changes (at) select distinct ${QUARTER('m')} from unnest(array[${all.join(', ')}]) m where ${isOver('m')};`;
/** Notes the deliveries of the orders that a change of another table is about. */
const noteOrders = (of: string) =>
  `insert into report_changes (at) select distinct ${QUARTER('o.delivered_at')} from orders o where ${of} and ${isOver('o.delivered_at')};`;
/** Tables whose rows belong to an order, a quote or an invoice, and how its orders are found. */
const others: readonly (readonly [table: string, orders: (row: string) => string, of: string])[] = [
  ['order_items', (row) => `o.id = ${row}.order_id`, 'of quantity, order_id'],
  ['charges', (row) => `o.id = ${row}.order_id`, ''],
  ['payments', (row) => `o.quote_id = ${row}.quote_id`, ''],
  ['quotes', (row) => `o.quote_id = ${row}.id`, 'of price, tax_total, currency'],
  [
    'invoice_sources',
    (row) =>
      `o.id = case ${row}.kind when 'order' then ${row}.source_id when 'charge' then (select order_id from charges where id = ${row}.source_id) end`,
    '',
  ],
  [
    'invoices',
    (row) =>
      `o.id in (select case s.kind when 'order' then s.source_id when 'charge' then (select order_id from charges where id = s.source_id) end from invoice_sources s where s.invoice_id = ${row}.id)`,
    'of state',
  ],
];

/** Counts of whole days, so that reports over years read days instead of orders. */
export class ReportDays extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "report_days" ("day" date not null, "version" text not null, "counted_at" timestamptz(3) not null, primary key ("day"));`,
    );
    this.addSql(
      `create table "report_counts" ("day" date not null, "report" text not null, "by" text not null, "key" text not null, "figures" numeric[] not null, "late" int[] null, primary key ("day", "report", "by", "key"));`,
    );
    this.addSql(`create index "report_counts_of_report" on "report_counts" ("report", "by", "day");`);
    this.addSql(
      `alter table "report_counts" add constraint "report_counts_day_foreign" foreign key ("day") references "report_days" ("day") on delete cascade;`,
    );
    this.addSql(`create table "report_changes" ("id" bigserial primary key, "at" timestamptz(3) not null);`);
    this.addSql(`create function note_report_of_order() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then ${note(moments('old'))} end if;
        if tg_op <> 'DELETE' then ${note(moments('new'))} end if;
        if tg_op <> 'INSERT' then
          insert into report_changes (at) select distinct ${QUARTER('a.received_at')} from attempts a
            where a.order_id = old.id and a.outcome = 'failed' and ${isOver('a.received_at')};
        end if;
        return null;
      end $$;`);
    const keep = 'for each row';
    this.addSql(
      `create trigger orders_report_added after insert on orders ${keep} when (${isAnyOver('new')}) execute function note_report_of_order();
      create trigger orders_report_removed after delete on orders ${keep} execute function note_report_of_order();
      create trigger orders_report_changed after update of ${counted.join(', ')} on orders ${keep}
        when ((${isAnyOver('old', 'new')}) is true and (${counted.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})) execute function note_report_of_order();
      create trigger orders_report_whose after update of ${whose.join(', ')} on orders ${keep}
        when (not (${isAnyOver('old', 'new')}) is true and (${whose.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})) execute function note_report_of_order();`,
    );
    // A failed attempt counts on its own day, and for its order on the day of the delivery.
    this.addSql(`create function note_report_of_attempt() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then ${note(['old.received_at'])} end if;
        if tg_op <> 'DELETE' then ${note(['new.received_at'])} end if;
        return null;
      end $$;
      create trigger attempts_report after insert or update or delete on attempts ${keep} execute function note_report_of_attempt();`);
    for (const [table, orders, of] of others)
      this.addSql(`create function note_report_of_${table}() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then ${noteOrders(orders('old'))} end if;
          if tg_op <> 'DELETE' then ${noteOrders(orders('new'))} end if;
          return null;
        end $$;
        create trigger ${table}_report after insert or update ${of} or delete on ${table} ${keep} execute function note_report_of_${table}();`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const name of ['order', 'attempt', ...others.map(([table]) => table)])
      this.addSql(`drop function note_report_of_${name}() cascade;`);
    for (const table of ['report_changes', 'report_counts', 'report_days']) this.addSql(`drop table "${table}";`);
  }
}
