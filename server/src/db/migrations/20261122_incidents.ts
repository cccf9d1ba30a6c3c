import { Migration } from '@mikro-orm/migrations';

/** Claims on orders. */
export class Incidents extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`create table "incidents" ("id" serial primary key, "order_id" int not null, "kind" text not null, "state" text not null, "description" text null, "items" jsonb not null, "photo_urls" jsonb not null, "note" text null, "amount" numeric(12,2) null, "opened_by" text not null, "opened_by_name" text not null, "settled_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`create index "incidents_order_id_index" on "incidents" ("order_id");`);
    this.addSql(`create index "incidents_newest" on "incidents" ("created_at" desc, "id" desc);`);
    this.addSql(`alter table "incidents" add constraint "incidents_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`);
    this.addSql(`alter table "incidents" add constraint "incidents_kind_check" check (kind in ('damaged', 'missing', 'wrong_item', 'not_delivered', 'late', 'other'));`);
    this.addSql(`alter table "incidents" add constraint "incidents_state_check" check (state in ('open', 'waiting', 'settled'));`);
    this.addSql(`alter table "incidents" add constraint "incidents_opened_by_check" check (opened_by in ('customer', 'staff'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "incidents" cascade;`);
  }
}
