import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What customers and recipients ask for by the link in their mail. */
export class DeliveryRequests extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "delivery_requests" ("id" serial primary key, "order_id" int not null, "by" text not null, "kind" text not null, "state" text not null, "text" text not null, "asked" jsonb not null, "reason" text null, "decided_by" text null, "decided_at" timestamptz(3) null, "created_at" timestamptz(3) not null, constraint "delivery_requests_by_check" check ("by" in ('customer', 'recipient')), constraint "delivery_requests_kind_check" check (kind in ('window', 'leave_at', 'note', 'contact', 'cancel')), constraint "delivery_requests_state_check" check (state in ('accepted', 'waiting', 'refused')));`,
    );
    this.addSql(
      `alter table "delivery_requests" add constraint "delivery_requests_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
    this.addSql(`create index "delivery_requests_order_id_index" on "delivery_requests" ("order_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "delivery_requests";`);
  }
}
