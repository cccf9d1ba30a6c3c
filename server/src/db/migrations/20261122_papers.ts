import { Migration } from '@mikro-orm/migrations';

/** Numbers of quotes and receipts on paper: one counter for each kind and year. */
export class Papers extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "papers" ("id" serial primary key, "kind" text not null, "year" int not null, "number" text not null, "quote_id" int not null, "issued_at" timestamptz(3) not null, "voided_at" timestamptz(3) null);`);
    this.addSql(`alter table "papers" add constraint "papers_kind_check" check (kind in ('quote', 'receipt'));`);
    this.addSql(`alter table "papers" add constraint "papers_number_unique" unique ("number");`);
    this.addSql(`create unique index "papers_of_quote" on "papers" ("quote_id", "kind") where "voided_at" is null;`);
    this.addSql(`create table "paper_counters" ("kind" text not null, "year" int not null, "last" int not null, primary key ("kind", "year"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "papers" cascade;`);
    this.addSql(`drop table if exists "paper_counters" cascade;`);
  }

}
