import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What a stop cost in addition to the order's price. */
export class Charges extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "charges" ("id" serial primary key, "order_id" int not null, "label" text not null, "minutes" int null, "amount" numeric not null, "tax_total" numeric not null, "state" text not null, "is_from_driver" boolean not null, "by" text not null, "taken_at" timestamptz(3) not null, "decided_at" timestamptz(3) null, "content_hash" text null, constraint "charges_amount_check" check (amount >= 0), constraint "charges_state_check" check (state in ('proposed', 'approved', 'dropped')));`,
    );
    this.addSql(
      `alter table "charges" add constraint "charges_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
    this.addSql(`create index "charges_order_id_index" on "charges" ("order_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "charges";`);
  }
}
