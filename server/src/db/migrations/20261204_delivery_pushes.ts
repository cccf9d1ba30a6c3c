import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Devices of customers and recipients that are notified about one delivery. */
export class DeliveryPushes extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "delivery_pushes" ("id" serial primary key, "order_id" int not null, "reader" text not null, "link_hash" text not null, "endpoint" text not null, "p256dh" text not null, "auth" text not null, "late_told_at" timestamptz(3) null, "created_at" timestamptz(3) not null, constraint "delivery_pushes_reader_check" check (reader in ('customer', 'recipient')));`,
    );
    this.addSql(
      `alter table "delivery_pushes" add constraint "delivery_pushes_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "delivery_pushes" add constraint "delivery_pushes_once" unique ("order_id", "reader", "link_hash", "endpoint");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "delivery_pushes";`);
  }
}
