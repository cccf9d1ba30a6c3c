import { Migration } from '@mikro-orm/migrations';

/** What customers wait for and until when, and customers who pay on account. */
export class QuotePromises extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "customers" add "on_account" boolean not null default false;`);
    this.addSql(`alter table "quotes" add "on_account" boolean not null default false;`);
    this.addSql(`alter table "quotes" add "due_at" timestamptz(3) null;`);
    this.addSql(`alter table "quotes" add "due_kind" text null;`);
    this.addSql(`create index "quotes_due" on "quotes" ("due_at", "id" desc);`);
    this.addSql(`create table "quote_promises" ("id" serial primary key, "quote_id" int not null, "kind" text not null, "question_id" int null, "made_at" timestamptz(3) not null, "due_at" timestamptz(3) not null, "kept_at" timestamptz(3) null, "told_at" timestamptz(3) null);`);
    this.addSql(`alter table "quote_promises" add constraint "quote_promises_kind_check" check (kind in ('price', 'answer'));`);
    this.addSql(`create index "quote_promises_open" on "quote_promises" ("due_at") where "kept_at" is null and "told_at" is null;`);
    this.addSql(`create index "quote_promises_of_quote" on "quote_promises" ("quote_id");`);
    this.addSql(`create index "quote_promises_due" on "quote_promises" ("due_at") include ("kind", "kept_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "quote_promises" cascade;`);
    this.addSql(`alter table "quotes" drop column "due_at", drop column "due_kind", drop column "on_account";`);
    this.addSql(`alter table "customers" drop column "on_account";`);
  }
}
