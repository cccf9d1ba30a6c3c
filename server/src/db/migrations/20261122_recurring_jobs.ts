import { Migration } from '@mikro-orm/migrations';

/** Jobs that come again by a rule, and the days of them that are done with. */
export class RecurringJobs extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`create table "recurring_orders" ("id" serial primary key, "customer_id" int null, "content" jsonb not null, "rule" text not null, "starts_on" date not null, "ends_on" date null, "paused" boolean not null default false, "problem" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`create index "recurring_orders_customer_id_index" on "recurring_orders" ("customer_id");`);
    this.addSql(`create table "recurring_days" ("id" serial primary key, "recurring_id" int not null, "day" date not null, "order_id" int null, "skipped" boolean not null default false);`);
    this.addSql(`create index "recurring_days_order_id_index" on "recurring_days" ("order_id");`);
    this.addSql(`alter table "recurring_days" add constraint "recurring_days_once" unique ("recurring_id", "day");`);
    this.addSql(`alter table "recurring_orders" add constraint "recurring_orders_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete set null;`);
    this.addSql(`alter table "recurring_days" add constraint "recurring_days_recurring_id_foreign" foreign key ("recurring_id") references "recurring_orders" ("id") on delete cascade;`);
    this.addSql(`alter table "recurring_days" add constraint "recurring_days_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "recurring_days" cascade;`);
    this.addSql(`drop table if exists "recurring_orders" cascade;`);
  }
}
