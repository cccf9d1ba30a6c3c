import { Migration } from '@mikro-orm/migrations';

/** Feeds that calendars subscribe to: of a driver or of a customer. */
export class Calendars extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "calendars" ("id" serial primary key, "driver_id" int null, "customer_id" int null, "token_hash" text not null, "token_sealed" text not null, "created_at" timestamptz(3) not null, constraint "calendars_of_one_check" check ((driver_id is null) <> (customer_id is null)));`,
    );
    this.addSql(`alter table "calendars" add constraint "calendars_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "calendars_driver_id_index" on "calendars" ("driver_id");`);
    this.addSql(`create index "calendars_customer_id_index" on "calendars" ("customer_id");`);
    this.addSql(
      `alter table "calendars" add constraint "calendars_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "calendars" add constraint "calendars_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql('drop table "calendars";');
  }
}
