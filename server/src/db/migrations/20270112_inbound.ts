import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Shops that send their orders automatically, and their notices. */
export class Inbound extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "inbound_shops" ("id" serial primary key, "kind" text not null, "customer_id" int not null, "key_id" int null, "name" text not null, "token_hash" text not null, "token_sealed" text not null, "secret_sealed" text not null, "access_token_sealed" text null, "pickup_address" text not null, "pickup_contact" jsonb null, "shop_url" text null, "created_by_name" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, constraint "inbound_shops_token_hash_unique" unique ("token_hash"), constraint "inbound_shops_kind_check" check (kind in ('shopify', 'woocommerce')));`,
    );
    this.addSql(
      `create table "inbound_notices" ("id" serial primary key, "shop_id" int not null, "delivery_id" text null, "topic" text not null, "external_id" text null, "shop_order_id" text null, "is_cancellation" boolean not null, "state" text not null, "reason" text null, "order_id" int null, "body_sealed" text null, "received_at" timestamptz(3) not null, "fulfilment" text null, "fulfilment_error" text null, "fulfilment_tries" int not null default 0, "fulfilment_first_at" timestamptz(3) null, "fulfilment_next_at" timestamptz(3) null, constraint "inbound_notices_state_check" check (state in ('used', 'waiting', 'ignored')));`,
    );
    this.addSql(
      `alter table "inbound_shops" add constraint "inbound_shops_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "inbound_notices" add constraint "inbound_notices_shop_id_foreign" foreign key ("shop_id") references "inbound_shops" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "inbound_notices";`);
    this.addSql(`drop table "inbound_shops";`);
  }
}
