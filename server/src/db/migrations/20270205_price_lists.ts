import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Price rules of customers, and what the price of an order is made by. */
export class PriceLists extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "price_lists" ("id" serial primary key, "name" text not null, "valid_from" date null, "valid_to" date null, "rules" jsonb not null, "minimum" numeric null, "fuel_surcharge" jsonb not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`,
    );
    this.addSql(`alter table "orders" add column "price_basis" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "orders" drop column "price_basis";`);
    this.addSql(`drop table "price_lists";`);
  }
}
