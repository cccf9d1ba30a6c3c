import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Why drivers run late, until the day is over. */
export class OrderDelays extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "order_delays" ("id" serial primary key, "order_id" int not null, "driver_id" int null, "reason" text not null, "words" text null, "said_at" timestamptz(3) not null, "until" timestamptz(3) not null, constraint "order_delays_reason_check" check (reason in ('traffic', 'waiting', 'vehicle', 'weather', 'other')));`,
    );
    this.addSql(
      `alter table "order_delays" add constraint "order_delays_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
    this.addSql(`alter table "order_delays" add constraint "order_delays_order_id_unique" unique ("order_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "order_delays";`);
  }
}
