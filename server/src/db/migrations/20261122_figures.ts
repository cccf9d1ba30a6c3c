import { Migration } from '@mikro-orm/migrations';

const WEEK = 604_800;
const QUARTER_HOUR = 900;
const span = (seconds: number) => `floor(extract(epoch from r.created_at) / ${seconds})::int`;

/** What one row `r` of a table adds to the figures; without a state the table is counted as a whole. */
const counted = (table: string, state = `''`) => `('${table}', ${state}, ${span(WEEK)}, 1::numeric)`;
const tables = [
  {
    name: 'orders',
    changing: ['status', 'created_at', 'quote_price'],
    lines: `${counted('orders', 'r.status')}, ('revenue', '', ${span(QUARTER_HOUR)}, coalesce(r.quote_price, 0))`,
  },
  { name: 'quotes', changing: ['status', 'created_at'], lines: counted('quotes', 'r.status') },
  { name: 'emails', changing: ['status', 'created_at'], lines: counted('emails', 'r.status') },
  { name: 'customers', changing: ['created_at'], lines: counted('customers') },
];
const columns = 'topic, state, span, amount';

const trigger = ({ name, changing, lines }: (typeof tables)[number]) => {
  const linesOf = (rows: string, sign = '') =>
    `select l.topic, l.state, l.span, ${sign}l.amount from ${rows} r cross join lateral (values ${lines}) l (${columns})`;
  const add = (rows: string) =>
    `insert into figures (${columns}) select topic, state, span, sum(amount) from (${rows}) l (${columns}) group by topic, state, span having sum(amount) <> 0`;
  return `create function keep_figures_of_${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        ${add(linesOf('added'))};
      elsif tg_op = 'DELETE' then
        ${add(linesOf('removed', '-'))};
      elsif tg_op = 'UPDATE' then
        ${add(`${linesOf('(select new.*)')} union all ${linesOf('(select old.*)', '-')}`)};
      else
        delete from figures where topic = '${name}'${name === 'orders' ? ` or topic = 'revenue'` : ''};
      end if;
      return null;
    end $$;
    create trigger ${name}_added after insert on ${name} referencing new table as added for each statement execute function keep_figures_of_${name}();
    create trigger ${name}_removed after delete on ${name} referencing old table as removed for each statement execute function keep_figures_of_${name}();
    create trigger ${name}_emptied after truncate on ${name} for each statement execute function keep_figures_of_${name}();
    create trigger ${name}_changed after update of ${changing.join(', ')} on ${name} for each row
      when (${changing.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')}) execute function keep_figures_of_${name}();`;
};

/**
 * Counts and sums that the transaction which changes a row keeps (decision 029). Every change adds a line, so that no
 * two transactions wait for each other; a job adds the lines up (features/figures).
 */
export class Figures extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`set local statement_timeout = 0;`);
    this.addSql(`create table "figures" ("id" bigserial primary key, "topic" text not null, "state" text not null, "span" int not null, "amount" numeric(20,2) not null, "is_fresh" boolean not null default true);`);
    this.addSql(`create index "figures_of_topic" on "figures" ("topic", "state", "span") include ("amount");`);
    this.addSql(`create index "figures_fresh" on "figures" ("id") where "is_fresh";`);
    for (const table of tables) this.addSql(trigger(table));
    // Stable: in a statement that also reads the figures, both are those of one moment.
    this.addSql(`create function counted_figures() returns table (topic text, state text, span int, amount numeric) stable language sql as $$
      ${tables.map(({ name, lines }) => `select l.topic, l.state, l.span, sum(l.amount) from ${name} r cross join lateral (values ${lines}) l (${columns}) group by l.topic, l.state, l.span`).join(' union all ')} $$;`);
    this.addSql(`insert into figures (${columns}, is_fresh) select ${columns}, false from counted_figures() where amount <> 0;`);
        // The planner samples the column to estimate how many rows a search finds: a larger sample estimates better.
    for (const { name } of tables) this.addSql(`alter table "${name}" alter column "search" set statistics 1000;`);
  }

  override down(): void | Promise<void> {
    for (const { name } of tables) this.addSql(`alter table "${name}" alter column "search" set statistics -1;`);
    this.addSql(`drop function counted_figures();`);
    for (const { name } of tables) this.addSql(`drop function keep_figures_of_${name}() cascade;`);
    this.addSql(`drop table "figures";`);
  }

}
