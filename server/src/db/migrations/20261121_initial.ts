import { Migration } from '@mikro-orm/migrations';

export class Initial extends Migration {

  override name = 'Migration20261121095420_initial';

  override up(): void | Promise<void> {
    this.addSql(`create table "api_keys" ("id" serial primary key, "name" text not null, "prefix" text not null, "key_hash" text not null, "scopes" jsonb not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "created_by_id" int null, "created_by_name" text null, "created_at" timestamptz(3) not null);`);
    this.addSql(`alter table "api_keys" add constraint "api_keys_key_hash_unique" unique ("key_hash");`);

    this.addSql(`create table "customers" ("id" serial primary key, "name" text not null, "email" text not null, "phone" text null, "company" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`create unique index "customers_email_lower" on "customers" (lower("email"));`);

    this.addSql(`create table "emails" ("id" serial primary key, "message_id" text not null, "trigger" text not null, "recipient" text not null, "subject" text not null, "html" text not null, "text" text not null, "template_id" int null, "template_version" int null, "quote_id" int null, "order_id" int null, "status" text not null, "tries" int not null default 0, "last_error" text null, "sent_at" timestamptz(3) null, "created_at" timestamptz(3) not null);`);
    this.addSql(`alter table "emails" add constraint "emails_message_id_unique" unique ("message_id");`);
    this.addSql(`create index "emails_quote_id_index" on "emails" ("quote_id");`);
    this.addSql(`create index "emails_order_id_index" on "emails" ("order_id");`);
    this.addSql(`create index "emails_newest" on "emails" ("created_at" desc, "id" desc);`);

    this.addSql(`create table "email_templates" ("id" serial primary key, "name" text not null, "type" text not null, "trigger" text not null, "subject" text not null, "content" text not null, "enabled" boolean not null default true, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`create index "email_templates_trigger_index" on "email_templates" ("trigger");`);

    this.addSql(`create table "history" ("id" serial primary key, "subject" text not null, "subject_id" int not null, "action" text not null, "from_status" text null, "to_status" text null, "actor_kind" text not null, "actor_id" int null, "actor_name" text not null, "detail" text null, "at" timestamptz(3) not null, "occurred_at" timestamptz(3) null);`);
    this.addSql(`create index "history_of_subject" on "history" ("subject", "subject_id", "id");`);

    this.addSql(`create table "idempotency_keys" ("id" text not null, "fingerprint" text not null, "response" text null, "created_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at");`);

    this.addSql(`create table "quotes" ("id" serial primary key, "customer_id" int null, "customer_name" text not null, "customer_email" text not null, "customer_phone" text null, "customer_company" text null, "pickup_address" text not null, "delivery_address" text not null, "notes" text null, "speed_type" text not null, "speed_date" date null, "status" text not null, "price" numeric(12,2) null, "payment_url" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`create index "quotes_customer_id_index" on "quotes" ("customer_id");`);
    this.addSql(`create index "quotes_status_index" on "quotes" ("status");`);
    this.addSql(`create index "quotes_newest" on "quotes" ("created_at" desc, "id" desc);`);

    this.addSql(`create table "quote_items" ("id" serial primary key, "quote_id" int not null, "position" int not null, "name" text not null, "description" text null, "quantity" int not null, "value" numeric(12,2) null, "image_urls" jsonb not null default '[]');`);
    this.addSql(`create index "quote_items_quote_id_index" on "quote_items" ("quote_id");`);

    this.addSql(`create table "rate_counts" ("bucket" text not null, "count" int not null, "resets_at" timestamptz(3) not null, primary key ("bucket"));`);
    this.addSql(`create index "rate_counts_resets_at_index" on "rate_counts" ("resets_at");`);

    this.addSql(`create table "sessions" ("id_hash" text not null, "user_id" int null, "data" jsonb not null, "device" text null, "created_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id_hash"));`);
    this.addSql(`create index "sessions_user_id_index" on "sessions" ("user_id");`);
    this.addSql(`create index "sessions_expires_at_index" on "sessions" ("expires_at");`);

    this.addSql(`create table "stored_files" ("key" text not null, "type" text not null, "size" int not null, "width" int not null, "height" int not null, "uploader" text null, "claimed_at" timestamptz(3) null, "taken_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("key"));`);
    this.addSql(`create index "stored_files_claimed_at_index" on "stored_files" ("claimed_at");`);

    this.addSql(`create table "users" ("id" serial primary key, "username" text not null, "password_hash" text not null, "role" text not null, "first_name" text null, "last_name" text null, "email" text null, "phone" text null, "is_active" boolean not null default true, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`create unique index "users_username_lower" on "users" (lower("username"));`);

    this.addSql(`create table "orders" ("id" serial primary key, "quote_id" int null, "customer_id" int null, "driver_id" int null, "tracking_number" text not null, "access_code_hash" text not null, "access_code_sealed" text not null, "customer_name" text not null, "customer_email" text not null, "customer_phone" text null, "customer_company" text null, "pickup_address" text not null, "delivery_address" text not null, "notes" text null, "quote_price" numeric(12,2) null, "status" text not null, "delivery_date" timestamptz(3) null, "delivered_at" timestamptz(3) null, "actual_delivery" timestamptz(3) null, "cancelled_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`alter table "orders" add constraint "orders_quote_id_unique" unique ("quote_id");`);
    this.addSql(`create index "orders_customer_id_index" on "orders" ("customer_id");`);
    this.addSql(`create index "orders_driver_id_index" on "orders" ("driver_id");`);
    this.addSql(`alter table "orders" add constraint "orders_tracking_number_unique" unique ("tracking_number");`);
    this.addSql(`alter table "orders" add constraint "orders_access_code_hash_unique" unique ("access_code_hash");`);
    this.addSql(`create index "orders_status_index" on "orders" ("status");`);
    this.addSql(`create index "orders_newest" on "orders" ("created_at" desc, "id" desc);`);

    this.addSql(`create table "signatures" ("id" serial primary key, "order_id" int not null, "kind" text not null, "signer" text not null, "signer_name" text null, "image_url" text not null, "image_hash" text not null, "captured_at" timestamptz(3) not null, "signed_at" timestamptz(3) null);`);
    this.addSql(`create index "signatures_order_id_index" on "signatures" ("order_id");`);
    this.addSql(`alter table "signatures" add constraint "signatures_once" unique ("order_id", "signer", "image_hash");`);

    this.addSql(`create table "order_items" ("id" serial primary key, "order_id" int not null, "position" int not null, "name" text not null, "description" text null, "quantity" int not null, "value" numeric(12,2) null, "image_urls" jsonb not null default '[]', "pickup_image_urls" jsonb not null default '[]', "transit_image_urls" jsonb not null default '[]', "delivery_image_urls" jsonb not null default '[]', "is_picked_up" boolean not null default false, "is_in_transit" boolean not null default false, "is_delivered" boolean not null default false, "updated_at" timestamptz(3) not null);`);
    this.addSql(`create index "order_items_order_id_index" on "order_items" ("order_id");`);

    this.addSql(`alter table "emails" add constraint "emails_status_check" check (status in ('queued', 'kept', 'sent', 'failed'));`);

    this.addSql(`alter table "quotes" add constraint "quotes_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete set null;`);
    this.addSql(`alter table "quotes" add constraint "quotes_status_check" check (status in ('draft', 'sent', 'accepted', 'paid', 'converted'));`);

    this.addSql(`alter table "quote_items" add constraint "quote_items_quote_id_foreign" foreign key ("quote_id") references "quotes" ("id") on delete cascade;`);
    this.addSql(`alter table "quote_items" add constraint "quote_items_quantity_check" check (quantity >= 1);`);

    this.addSql(`alter table "users" add constraint "users_role_check" check (role in ('admin', 'dispatcher', 'driver', 'customer'));`);

    this.addSql(`alter table "orders" add constraint "orders_quote_id_foreign" foreign key ("quote_id") references "quotes" ("id") on delete no action;`);
    this.addSql(`alter table "orders" add constraint "orders_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete set null;`);
    this.addSql(`alter table "orders" add constraint "orders_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete no action;`);
    this.addSql(`alter table "orders" add constraint "orders_status_check" check (status in ('pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'cancelled'));`);

    this.addSql(`alter table "signatures" add constraint "signatures_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`);
    this.addSql(`alter table "signatures" add constraint "signatures_kind_check" check (kind in ('pickup', 'delivery'));`);
    this.addSql(`alter table "signatures" add constraint "signatures_signer_check" check (signer in ('customer', 'driver'));`);

    this.addSql(`alter table "order_items" add constraint "order_items_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`);
    this.addSql(`alter table "order_items" add constraint "order_items_quantity_check" check (quantity >= 1);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "quotes" drop constraint "quotes_customer_id_foreign";`);
    this.addSql(`alter table "orders" drop constraint "orders_customer_id_foreign";`);
    this.addSql(`alter table "quote_items" drop constraint "quote_items_quote_id_foreign";`);
    this.addSql(`alter table "orders" drop constraint "orders_quote_id_foreign";`);
    this.addSql(`alter table "orders" drop constraint "orders_driver_id_foreign";`);
    this.addSql(`alter table "signatures" drop constraint "signatures_order_id_foreign";`);
    this.addSql(`alter table "order_items" drop constraint "order_items_order_id_foreign";`);

    this.addSql(`drop table if exists "api_keys" cascade;`);
    this.addSql(`drop table if exists "customers" cascade;`);
    this.addSql(`drop table if exists "emails" cascade;`);
    this.addSql(`drop table if exists "email_templates" cascade;`);
    this.addSql(`drop table if exists "history" cascade;`);
    this.addSql(`drop table if exists "idempotency_keys" cascade;`);
    this.addSql(`drop table if exists "quotes" cascade;`);
    this.addSql(`drop table if exists "quote_items" cascade;`);
    this.addSql(`drop table if exists "rate_counts" cascade;`);
    this.addSql(`drop table if exists "sessions" cascade;`);
    this.addSql(`drop table if exists "stored_files" cascade;`);
    this.addSql(`drop table if exists "users" cascade;`);
    this.addSql(`drop table if exists "orders" cascade;`);
    this.addSql(`drop table if exists "signatures" cascade;`);
    this.addSql(`drop table if exists "order_items" cascade;`);
  }

}
