import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What drivers take at the door, what they took, and what the desk counted of it. */
export class Collect extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "orders" add "collect" jsonb null;`);
    this.addSql(`alter table "quotes" add "collect" jsonb null;`);
    this.addSql(
      `create table "collections" ("id" serial primary key, "order_id" int not null, "driver_id" int null, "amount" numeric not null, "currency" text not null, "method" text not null, "reason" text null, "collected_at" timestamptz(3) not null, "by" text not null, "received_at" timestamptz(3) not null, constraint "collections_amount_check" check (amount >= 0), constraint "collections_method_check" check (method in ('cash', 'card')));`,
    );
    this.addSql(`create index "collections_order_id_index" on "collections" ("order_id");`);
    this.addSql(`create index "collections_by_driver" on "collections" ("driver_id", "collected_at");`);
    this.addSql(
      `alter table "collections" add constraint "collections_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "collections" add constraint "collections_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete set null;`,
    );
    this.addSql(
      `create table "cash_counts" ("id" serial primary key, "driver_id" int not null, "day" date not null, "currency" text not null, "counted" numeric not null, "expected" numeric not null, "counted_by" text not null, "counted_at" timestamptz(3) not null, "version" int not null default 1, constraint "cash_counts_counted_check" check (counted >= 0));`,
    );
    this.addSql(
      `alter table "cash_counts" add constraint "cash_counts_once" unique ("driver_id", "day", "currency");`,
    );
    this.addSql(
      `alter table "cash_counts" add constraint "cash_counts_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "cash_counts";`);
    this.addSql(`drop table "collections";`);
    this.addSql(`alter table "quotes" drop column "collect";`);
    this.addSql(`alter table "orders" drop column "collect";`);
  }
}
