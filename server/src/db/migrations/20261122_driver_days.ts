import { Migration } from '@mikro-orm/migrations';

/** The order of the stops of a driver's day. */
export class DriverDays extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "driver_days" ("id" serial primary key, "driver_id" int not null, "day" date not null, "version" int not null default 1);`);
    this.addSql(`alter table "driver_days" add constraint "driver_days_driver_id_day_unique" unique ("driver_id", "day");`);
    this.addSql(`create table "driver_day_stops" ("order_id" int not null, "stop" text not null, "driver_day_id" int not null, "position" int not null, primary key ("order_id", "stop"));`);
    this.addSql(`create index "driver_day_stops_driver_day_id_index" on "driver_day_stops" ("driver_day_id");`);
    this.addSql(`alter table "driver_day_stops" add constraint "driver_day_stops_stop_check" check (stop in ('pickup', 'delivery'));`);
    this.addSql(`alter table "driver_days" add constraint "driver_days_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "driver_day_stops" add constraint "driver_day_stops_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`);
    this.addSql(`alter table "driver_day_stops" add constraint "driver_day_stops_driver_day_id_foreign" foreign key ("driver_day_id") references "driver_days" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "driver_day_stops";`);
    this.addSql(`drop table "driver_days";`);
  }

}
