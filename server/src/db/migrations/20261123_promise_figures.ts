import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const columns = 'topic, state, span, amount';
/** What promises `r` add: a line of the kind, of how it ended, and of the day (UTC) on which it is due. */
const linesOf = (rows: string, amount = '1') => `select 'promises' as topic,
    r.kind || case when r.kept_at is null then ' open' when r.kept_at <= r.due_at then ' met' else ' missed' end as state,
    (r.due_at at time zone 'UTC')::date - date '1970-01-01' as span, ${amount} as amount from ${rows} r`;
const added = (lines: string) => `select topic, state, span, sum(amount)::numeric from (${lines}) l group by topic, state, span`;
const write = (lines: string) => `insert into figures (${columns}) ${added(lines)} having sum(amount) <> 0`;
const changing = ['kind', 'due_at', 'kept_at'];

/** How well promises are kept, as lines that are added up (decision 029). */
export class PromiseFigures extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`create function keep_figures_of_promises() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          ${write(linesOf('added'))};
        elsif tg_op = 'DELETE' then
          ${write(linesOf('removed', '-1'))};
        elsif tg_op = 'UPDATE' then
          ${write(`${linesOf('(select new.*)')} union all ${linesOf('(select old.*)', '-1')}`)};
        else
          delete from figures where topic = 'promises';
        end if;
        return null;
      end $$;`);
    this.addSql(`alter function counted_figures() rename to counted_lists;`);
    this.addSql(`create function counted_figures() returns table (topic text, state text, span int, amount numeric) stable language sql as $$
      select * from counted_lists() union all ${added(linesOf('quote_promises'))} $$;`);
    // From here on nobody promises anything until the rows are counted: some 0.1 s for 300,000 of them.
    const keep = 'execute function keep_figures_of_promises()';
    this.addSql(`create trigger promises_added after insert on quote_promises referencing new table as added for each statement ${keep};
      create trigger promises_removed after delete on quote_promises referencing old table as removed for each statement ${keep};
      create trigger promises_emptied after truncate on quote_promises for each statement ${keep};
      create trigger promises_changed after update of ${changing.join(', ')} on quote_promises for each row
        when (${changing.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')}) ${keep};`);
    this.addSql(`insert into figures (${columns}) ${added(linesOf('quote_promises'))};`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function counted_figures();`);
    this.addSql(`alter function counted_lists() rename to counted_figures;`);
    this.addSql(`drop function keep_figures_of_promises() cascade;`);
    this.addSql(`delete from figures where topic = 'promises';`);
  }
}
