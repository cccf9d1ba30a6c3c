import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Keys of one customer, the networks they call from, rotation, and what they called. */
export class MerchantKeys extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "api_keys" add column "customer_id" int null, add column "allowed_addresses" jsonb not null default '[]', add column "previous_hash" text null, add column "previous_until" timestamptz(3) null, add column "expiry_reminded" int null, add column "version" int not null default 1;`,
    );
    this.addSql(
      `create table "api_key_calls" ("id" bigserial primary key, "key_id" int not null, "at" timestamptz(3) not null, "method" text not null, "path" text not null, "status" int not null, "address" text not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "api_key_calls";`);
    this.addSql(
      `alter table "api_keys" drop column "version", drop column "expiry_reminded", drop column "previous_until", drop column "previous_hash", drop column "allowed_addresses", drop column "customer_id";`,
    );
  }
}
