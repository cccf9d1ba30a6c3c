import { Migration } from '@mikro-orm/migrations';

/** What was paid for quotes, by events and by hand; quotes that are paid already have it from their hand. */
export class Payments extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`set local statement_timeout = 0;`);
    this.addSql(`create table "payments" ("id" serial primary key, "source" text not null, "event_id" text null, "type" text null, "state" text not null, "code" text null, "problem" text null, "quote_id" int null, "reference" text null, "amount" numeric(12,2) not null, "currency" text not null, "paid_at" timestamptz(3) not null, "received_at" timestamptz(3) not null, "provider_reference" text null, "decided_by_id" int null, "decided_by_name" text null, "decided_at" timestamptz(3) null, "reason" text null);`);
    this.addSql(`alter table "payments" add constraint "payments_source_check" check (source in ('event', 'hand'));`);
    this.addSql(`alter table "payments" add constraint "payments_state_check" check (state in ('matched', 'unmatched', 'set_aside', 'undone'));`);
    this.addSql(`alter table "payments" add constraint "payments_event_id_unique" unique ("event_id");`);
    this.addSql(`alter table "payments" add constraint "payments_decided_by_id_foreign" foreign key ("decided_by_id") references "users" ("id") on delete set null;`);
    this.addSql(`insert into "payments" ("source", "state", "quote_id", "amount", "currency", "paid_at", "received_at") select 'hand', 'matched', id, price, 'USD', updated_at, updated_at from quotes where status in ('paid', 'converted') and price is not null;`);
    this.addSql(`create index "payments_decided_by_id_index" on "payments" ("decided_by_id");`);
    this.addSql(`create index "payments_of_quote" on "payments" ("quote_id") where "state" = 'matched';`);
    this.addSql(`create index "payments_newest" on "payments" ("received_at" desc, "id" desc) where "source" = 'event';`);
    this.addSql(`create index "payments_unmatched" on "payments" ("received_at" desc, "id" desc) where "state" = 'unmatched';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "payments" cascade;`);
  }

}
