import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Where drivers who share their position were, for a day. */
export class DriverPositions extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "driver_positions" ("driver_id" int not null, "at" timestamptz(3) not null, "lat" double precision not null, "lng" double precision not null, "accuracy" int null, primary key ("driver_id", "at"));`,
    );
    this.addSql(
      `alter table "driver_positions" add constraint "driver_positions_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(`create index "driver_positions_at_index" on "driver_positions" ("at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "driver_positions";`);
  }
}
