import { Migration } from '@mikro-orm/migrations';

const WEEK = 604_800;
const span = (row: string, seconds = WEEK) => `floor(extract(epoch from ${row}.created_at) / ${seconds})::int`;
/** What a quote adds to the figures: one line for its state, one for an outcome that takes it from the active ones. */
const linesBefore = `('quotes', r.status, ${span('r')}, 1::numeric)`;
const linesOfQuote = `${linesBefore},
  ('quote_outcomes', case when r.status in ('draft', 'sent', 'accepted') then r.outcome end, ${span('r')}, 1::numeric)`;
const columns = 'topic, state, span, amount';
const add = (rows: string) =>
  `insert into figures (${columns}) select topic, state, span, sum(amount) from (${rows}) l (${columns}) group by topic, state, span having sum(amount) <> 0`;
const counted = (table: string, lines: string) =>
  `select l.topic, l.state, l.span, sum(l.amount) from ${table} r cross join lateral (values ${lines}) l (${columns}) where l.state is not null group by l.topic, l.state, l.span`;
const byStatus = (table: string) => `('${table}', r.status, ${span('r')}, 1::numeric)`;

const columnsOfQuote = [
  '"reference" text null',
  '"token_hash" text null',
  '"token_sealed" text null',
  '"lines" jsonb null',
  '"prices_include_tax" boolean null',
  '"tax_total" numeric(12,2) null',
  '"currency" text null',
  '"terms" text null',
  '"valid_until" date null',
  '"sent_at" timestamptz(3) null',
  '"revision" int not null default 0',
  '"accepted_revision" int null',
  '"accepted_at" timestamptz(3) null',
  '"paid_at" timestamptz(3) null',
  '"outcome" text null',
  '"outcome_reason" text null',
  '"outcome_at" timestamptz(3) null',
  '"views" int not null default 0',
  '"last_viewed_at" timestamptz(3) null',
  '"ending_reminded_at" timestamptz(3) null',
  '"silence_reminded_at" timestamptz(3) null',
];

/** What a quote's customer reads and agrees to: reference, link, lines, versions, acceptances, questions, views. */
export class QuoteAgreement extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`set local statement_timeout = 0;`);
    for (const column of columnsOfQuote)
      this.addSql(`alter table "quotes" add ${column};`);

    // Six of 32 signs without look-alikes; random, so that one says nothing about the next.
    this.addSql(`create function random_quote_reference() returns text volatile language plpgsql as $$
      declare bytes bytea := uuid_send(gen_random_uuid()); made text := '';
      begin
        for place in 0..5 loop
          made := made || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(bytes, place) & 31) + 1, 1);
        end loop;
        return substr(made, 1, 3) || '-' || substr(made, 4, 3);
      end $$;`);
    this.addSql(`update "quotes" set "reference" = random_quote_reference();`);
    this.addSql(`do $$ begin
      loop
        update quotes set reference = random_quote_reference() where id in (
          select id from (select id, row_number() over (partition by reference order by id) as place from quotes) q where place > 1);
        exit when not found;
      end loop;
    end $$;`);
    this.addSql(`create unique index "quotes_reference_unique" on "quotes" ("reference");`);
    this.addSql(`create function new_quote_reference() returns text volatile language plpgsql as $$
      declare made text;
      begin
        loop
          made := random_quote_reference();
          exit when not exists (select 1 from quotes where reference = made);
        end loop;
        return made;
      end $$;`);
    // A server of the release before names no reference.
    this.addSql(`alter table "quotes" alter column "reference" set default new_quote_reference();`);
    this.addSql(`create unique index "quotes_token_hash_unique" on "quotes" ("token_hash");`);
    this.addSql(`alter table "quotes" add constraint "quotes_outcome_check" check ("outcome" is null or outcome in ('declined', 'expired'));`);
    this.addSql(`create index "quotes_of_outcome" on "quotes" ("outcome", "created_at" desc, "id" desc) where outcome is not null;`);
    this.addSql(`create index "quotes_ending" on "quotes" ("valid_until") where status = 'sent' and outcome is null;`);

    this.addSql(`create table "quote_revisions" ("id" serial primary key, "quote_id" int not null, "revision" int not null, "content" jsonb not null, "changes" jsonb not null default '[]', "made_by" text not null, "made_at" timestamptz(3) not null);`);
    this.addSql(`create unique index "quote_revisions_once" on "quote_revisions" ("quote_id", "revision");`);
    this.addSql(`create table "quote_acceptances" ("id" serial primary key, "quote_id" int not null, "revision" int not null, "name" text not null, "by" text not null, "actor" text null, "reason" text null, "address" text null, "device" text null, "signature_url" text null, "content" jsonb not null, "content_hash" text not null, "accepted_at" timestamptz(3) not null);`);
    this.addSql(`create index "quote_acceptances_of_quote" on "quote_acceptances" ("quote_id", "id");`);
    this.addSql(`alter table "quote_acceptances" add constraint "quote_acceptances_by_check" check ("by" in ('customer', 'staff'));`);
    this.addSql(`create function refuse_change_of_acceptance() returns trigger language plpgsql as $$
      begin raise exception 'an acceptance is never changed'; end $$;`);
    this.addSql(`create trigger quote_acceptances_stay before update on quote_acceptances for each row execute function refuse_change_of_acceptance();`);
    this.addSql(`create table "quote_questions" ("id" serial primary key, "quote_id" int not null, "text" text not null, "asked_at" timestamptz(3) not null, "answer" text null, "answered_at" timestamptz(3) null, "answered_by" text null);`);
    this.addSql(`create index "quote_questions_of_quote" on "quote_questions" ("quote_id", "id");`);
    this.addSql(`create index "quote_questions_open" on "quote_questions" ("asked_at") where answered_at is null;`);
    this.addSql(`create table "quote_visitors" ("id" serial primary key, "quote_id" int not null, "visitor" text not null, "seen_at" timestamptz(3) not null);`);
    this.addSql(`create unique index "quote_visitors_once" on "quote_visitors" ("quote_id", "visitor");`);

    this.addSql(`alter table "orders" add "acceptance_id" int null;`);

    this.#keepFigures(linesOfQuote, ['status', 'created_at', 'outcome']);
  }

  override down(): void | Promise<void> {
    this.#keepFigures(linesBefore, ['status', 'created_at']);
    this.addSql(`delete from figures where topic = 'quote_outcomes';`);
    this.addSql(`alter table "orders" drop column "acceptance_id";`);
    for (const column of columnsOfQuote) this.addSql(`alter table "quotes" drop column ${column.split(' ')[0]};`);
    for (const table of ['quote_revisions', 'quote_acceptances', 'quote_questions', 'quote_visitors'])
      this.addSql(`drop table if exists "${table}" cascade;`);
    for (const name of ['new_quote_reference', 'random_quote_reference', 'refuse_change_of_acceptance'])
      this.addSql(`drop function ${name}();`);
  }

  /** The kept counts of quotes, by these lines (decision 029). */
  #keepFigures(lines: string, changing: readonly string[]): void {
    const linesOf = (rows: string, sign = '') =>
      `select l.topic, l.state, l.span, ${sign}l.amount from ${rows} r cross join lateral (values ${lines}) l (${columns}) where l.state is not null`;
    this.addSql(`create or replace function keep_figures_of_quotes() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          ${add(linesOf('added'))};
        elsif tg_op = 'DELETE' then
          ${add(linesOf('removed', '-'))};
        elsif tg_op = 'UPDATE' then
          ${add(`${linesOf('(select new.*)')} union all ${linesOf('(select old.*)', '-')}`)};
        else
          delete from figures where topic in ('quotes', 'quote_outcomes');
        end if;
        return null;
      end $$;`);
    this.addSql(`drop trigger quotes_changed on quotes;`);
    this.addSql(`create trigger quotes_changed after update of ${changing.join(', ')} on quotes for each row
      when (${changing.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')}) execute function keep_figures_of_quotes();`);
    this.addSql(`create or replace function counted_figures() returns table (topic text, state text, span int, amount numeric) stable language sql as $$
      ${[
        counted('orders', `${byStatus('orders')}, ('revenue', '', ${span('r', 900)}, coalesce(r.quote_price, 0))`),
        counted('quotes', lines),
        counted('emails', byStatus('emails')),
        counted('customers', `('customers', '', ${span('r')}, 1::numeric)`),
      ].join(' union all ')} $$;`);
  }
}
