import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Files of rows that are checked and go in, and addresses that are offered for a customer. */
export class Imports extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "imports" ("id" serial primary key, "kind" text not null, "file_name" text not null, "state" text not null, "is_undoing" boolean not null default false, "undone_to" int not null default 0, "notify" boolean not null default false, "columns" jsonb not null, "rows" int not null default 0, "waiting" int not null default 0, "valid" int not null default 0, "invalid" int not null default 0, "created" int not null default 0, "skipped" int not null default 0, "undone" int not null default 0, "problem" text null, "key_id" int null, "actor_user_id" int null, "actor_key_id" int null, "created_by_name" text null, "created_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, constraint "imports_kind_check" check (kind in ('orders', 'quotes', 'customers', 'addresses')), constraint "imports_state_check" check (state in ('checking', 'checked', 'importing', 'done', 'cancelled', 'undone', 'failed')));`,
    );
    this.addSql(
      `create table "import_rows" ("id" serial primary key, "import_id" int not null, "row" int not null, "cells" jsonb not null, "state" text not null, "issues" jsonb not null default '[]', "outcome" text null, "email" text null, "external_id" text null, "fingerprint" text null, "nth" int not null default 0, "object_id" int null, "object_version" int null, "customer_id" int null, constraint "import_rows_state_check" check (state in ('waiting', 'valid', 'invalid', 'skipped', 'created', 'undone')));`,
    );
    this.addSql(
      `alter table "import_rows" add constraint "import_rows_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade;`,
    );
    this.addSql(
      `create table "imported_rows" ("id" serial primary key, "kind" text not null, "fingerprint" text not null, "nth" int not null, "object_id" int null, "at" timestamptz(3) not null, constraint "imported_rows_kind_check" check (kind in ('orders', 'quotes', 'customers', 'addresses')));`,
    );
    this.addSql(
      `create table "import_heads" ("id" serial primary key, "kind" text not null, "name" text not null, "field" text null, constraint "import_heads_kind_check" check (kind in ('orders', 'quotes', 'customers', 'addresses')));`,
    );
    this.addSql(
      `create table "customer_addresses" ("id" serial primary key, "customer_id" int not null, "use" text not null, "address" text not null, "created_at" timestamptz(3) not null, constraint "customer_addresses_use_check" check (use in ('pickup', 'delivery', 'both')));`,
    );
    this.addSql(
      `alter table "customer_addresses" add constraint "customer_addresses_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    for (const table of ['customer_addresses', 'import_heads', 'imported_rows', 'import_rows', 'imports'])
      this.addSql(`drop table "${table}";`);
  }
}
