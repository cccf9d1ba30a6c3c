import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Codes that unlock the details of an order on the tracking page. */
export class TrackingCodes extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "tracking_codes" ("order_id" int not null, "code_hash" text not null, "tries" int not null, "expires_at" timestamptz(3) not null, primary key ("order_id"));`,
    );
    this.addSql(
      `alter table "tracking_codes" add constraint "tracking_codes_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "tracking_codes";`);
  }
}
