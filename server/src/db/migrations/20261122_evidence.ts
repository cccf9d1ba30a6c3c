import { Migration } from '@mikro-orm/migrations';

export class Evidence extends Migration {

  override name = 'Migration20261122012721_evidence';

  override up(): void | Promise<void> {
    this.addSql(`create table "deleted_orders" ("id" int not null, "quote_id" int null, "tracking_number" text not null, "items" jsonb not null, "created_at" timestamptz(3) not null, "deleted_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "deleted_orders_deleted_at_index" on "deleted_orders" ("deleted_at");`);

    this.addSql(`create table "ended_rights" ("id" serial primary key, "order_id" int not null, "code_hash" text null, "driver_id" int null, "after" text not null, "ended_at" timestamptz(3) not null);`);
    this.addSql(`create index "ended_rights_order_id_index" on "ended_rights" ("order_id");`);
    this.addSql(`create index "ended_rights_code_hash_index" on "ended_rights" ("code_hash");`);
    this.addSql(`create index "ended_rights_driver_id_index" on "ended_rights" ("driver_id");`);
    this.addSql(`create index "ended_rights_ended_at_index" on "ended_rights" ("ended_at");`);

    this.addSql(`create table "late_evidence" ("id" serial primary key, "order_id" int not null, "kind" text not null, "item_id" int null, "item_name" text null, "url" text not null, "content_hash" text not null, "signer_name" text null, "taken_at" timestamptz(3) null, "received_at" timestamptz(3) not null, "after" text not null, "by" text not null);`);
    this.addSql(`create unique index "late_evidence_once" on "late_evidence" ("order_id", "kind", coalesce("item_id", 0), "content_hash");`);

    this.addSql(`alter table "stored_files" add "content_hash" text null;`);

    this.addSql(`alter table "late_evidence" add constraint "late_evidence_kind_check" check (kind in ('pickup_photo', 'transit_photo', 'delivery_photo', 'pickup_signature', 'delivery_signature'));`);
    this.addSql(`alter table "late_evidence" add constraint "late_evidence_after_check" check (after in ('cancelled', 'delivered', 'moved_on', 'reassigned', 'code_replaced', 'deleted'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "deleted_orders" cascade;`);
    this.addSql(`drop table if exists "ended_rights" cascade;`);
    this.addSql(`drop table if exists "late_evidence" cascade;`);

    this.addSql(`alter table "stored_files" drop column "content_hash";`);
  }

}
