import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

// Without a scale the column takes what each currency has; from numeric(12,2) PostgreSQL rewrites neither rows nor indexes.
const amounts = {
  quotes: ['price', 'tax_total'],
  quote_items: ['value'],
  orders: ['quote_price'],
  order_items: ['value'],
  payments: ['amount'],
  incidents: ['amount'],
  figures: ['amount'],
};

const columns = 'topic, state, span, amount';
const span = (row: string, seconds: number) => `floor(extract(epoch from ${row}.created_at) / ${seconds})::int`;
const WEEK = 604_800;
const QUARTER_HOUR = 900;
const add = (rows: string) =>
  `insert into figures (${columns}) select topic, state, span, sum(amount) from (${rows}) l (${columns}) group by topic, state, span having sum(amount) <> 0`;
const byStatus = (table: string) => `('${table}', r.status, ${span('r', WEEK)}, 1::numeric)`;
const linesBefore = `${byStatus('orders')}, ('revenue', '', ${span('r', QUARTER_HOUR)}, coalesce(r.quote_price, 0))`;
/** Of all orders as before, and by currency; '-' for one that does not say it. */
const linesOfOrder = `${linesBefore}, ('revenue', coalesce(r.currency, '-'), ${span('r', QUARTER_HOUR)}, coalesce(r.quote_price, 0))`;
const linesOfQuote = `${byStatus('quotes')},
  ('quote_outcomes', case when r.status in ('draft', 'sent', 'accepted') then r.outcome end, ${span('r', WEEK)}, 1::numeric)`;
const counted = (table: string, lines: string) =>
  `select l.topic, l.state, l.span, sum(l.amount) from ${table} r cross join lateral (values ${lines}) l (${columns}) where l.state is not null group by l.topic, l.state, l.span`;
const states = ['matched', 'unmatched', 'set_aside', 'undone'];
const words = (all: readonly string[]) => all.map((one) => `'${one}'`).join(', ');

/** Amounts with the decimals of their currency, the currency of an order, refunds, and days that stay what they were. */
export class OwnDecimals extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    // A column that a trigger asks about keeps its type.
    this.addSql(`drop trigger orders_changed on orders;`);
    for (const [table, names] of Object.entries(amounts))
      this.addSql(`alter table "${table}" ${names.map((name) => `alter column "${name}" type numeric`).join(', ')};`);
    // What is there is in what the company has now; a default that is gone again is written into no row.
    this.addSql(`do $$
      declare code text := coalesce((select settings -> 'quoting' ->> 'currency' from company), 'USD');
      begin
        execute format('alter table "orders" add "currency" text null default %L', code);
        alter table "orders" alter column "currency" drop default;
        insert into figures (${columns}, is_fresh)
          select topic, code, span, sum(amount), false from figures where topic = 'revenue' and state = '' group by topic, span having sum(amount) <> 0;
      end $$;`);
    this.addSql(`alter table "orders" add "planned_day" date null;`);
    this.addSql(`alter table "quotes" add "wanted_day" date null;`);
    this.#keepFigures(linesOfOrder, ['status', 'created_at', 'quote_price', 'currency']);
    this.#allow([...states, 'refunded']);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger orders_changed on orders;`);
    this.addSql(`delete from figures where topic = 'revenue' and state <> '';`);
    this.addSql(`alter table "quotes" drop column "wanted_day";`);
    this.addSql(`alter table "orders" drop column "planned_day", drop column "currency";`);
    for (const [table, names] of Object.entries(amounts)) {
      const type = table === 'figures' ? 'numeric(20,2)' : 'numeric(12,2)';
      this.addSql(`alter table "${table}" ${names.map((name) => `alter column "${name}" type ${type}`).join(', ')};`);
    }
    this.#keepFigures(linesBefore, ['status', 'created_at', 'quote_price']);
    this.addSql(`update payments set state = 'set_aside' where state = 'refunded';`);
    this.#allow(states);
  }

  #allow(all: readonly string[]): void {
    this.addSql(`alter table "payments" drop constraint "payments_state_check";`);
    this.addSql(`alter table "payments" add constraint "payments_state_check" check (state in (${words(all)})) not valid;`);
  }

  /** The kept counts and sums of orders, by these lines (decision 029). */
  #keepFigures(lines: string, changing: readonly string[]): void {
    const linesOf = (rows: string, sign = '') =>
      `select l.topic, l.state, l.span, ${sign}l.amount from ${rows} r cross join lateral (values ${lines}) l (${columns})`;
    this.addSql(`create or replace function keep_figures_of_orders() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          ${add(linesOf('added'))};
        elsif tg_op = 'DELETE' then
          ${add(linesOf('removed', '-'))};
        elsif tg_op = 'UPDATE' then
          ${add(`${linesOf('(select new.*)')} union all ${linesOf('(select old.*)', '-')}`)};
        else
          delete from figures where topic in ('orders', 'revenue');
        end if;
        return null;
      end $$;`);
    this.addSql(`create trigger orders_changed after update of ${changing.join(', ')} on orders for each row
      when (${changing.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')}) execute function keep_figures_of_orders();`);
    this.addSql(`create or replace function counted_lists() returns table (topic text, state text, span int, amount numeric) stable language sql as $$
      ${[
        counted('orders', lines),
        counted('quotes', linesOfQuote),
        counted('emails', byStatus('emails')),
        counted('customers', `('customers', '', ${span('r', WEEK)}, 1::numeric)`),
      ].join(' union all ')} $$;`);
  }
}
