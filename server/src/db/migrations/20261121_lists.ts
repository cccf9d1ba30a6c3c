import { Migration } from '@mikro-orm/migrations';

/** What keeps every list fast with a hundred thousand rows. The trigram indexes on "search" are made by db/schema/make-indexes.ts. */
export class Lists extends Migration {

  override up(): void | Promise<void> {
        // The large tables are rewritten: that may take longer than a call may.
    this.addSql(`set local statement_timeout = 0;`);
    // A mail's body lies apart from its row, so that a list of many mails reads few pages.
    this.addSql(`alter table "emails" set (toast_tuple_target = 256);`);

    this.addSql(`alter table "customers" add "search" text generated always as (lower(((((((name || chr(31)) || email) || chr(31)) || COALESCE(phone, ''::text)) || chr(31)) || COALESCE(company, ''::text)))) stored not null;`);
    this.addSql(`create index "customers_newest" on "customers" ("created_at" desc, "id" desc);`);
    this.addSql(`create index "customers_by_name" on "customers" (lower("name"), "id");`);

    this.addSql(`alter table "emails" add "search" text generated always as (lower(((recipient || chr(31)) || subject))) stored not null;`);
    this.addSql(`create index "emails_of_status" on "emails" ("status", "created_at" desc, "id" desc);`);

    this.addSql(`alter table "quotes" add "search" text generated always as (lower((((((((((id)::text || chr(31)) || pickup_address) || chr(31)) || delivery_address) || chr(31)) || customer_name) || chr(31)) || customer_email))) stored not null;`);
    this.addSql(`create index "quotes_of_status" on "quotes" ("status", "created_at" desc, "id" desc);`);
    this.addSql(`drop index "quotes_status_index";`);

    this.addSql(`alter table "orders" add "search" text generated always as (lower(((((((tracking_number || chr(31)) || pickup_address) || chr(31)) || delivery_address) || chr(31)) || customer_name))) stored not null;`);
    this.addSql(`create index "orders_of_status" on "orders" ("status", "created_at" desc, "id" desc);`);
    this.addSql(`create index "orders_of_driver" on "orders" ("driver_id", "created_at" desc, "id" desc);`);
    this.addSql(`create index "orders_changed" on "orders" ("updated_at" desc, "id" desc);`);
    this.addSql(`create index "orders_by_price" on "orders" ("quote_price" desc nulls last, "id" desc);`);
    this.addSql(`create index "orders_by_day" on "orders" ("delivery_date");`);
    this.addSql(`drop index "orders_status_index";`);
    this.addSql(`drop index "orders_driver_id_index";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`create index "orders_driver_id_index" on "orders" ("driver_id");`);
    this.addSql(`create index "orders_status_index" on "orders" ("status");`);
    this.addSql(`drop index "orders_by_day";`);
    this.addSql(`drop index "orders_by_price";`);
    this.addSql(`drop index "orders_changed";`);
    this.addSql(`drop index "orders_of_driver";`);
    this.addSql(`drop index "orders_of_status";`);
    this.addSql(`alter table "orders" drop column "search";`);

    this.addSql(`create index "quotes_status_index" on "quotes" ("status");`);
    this.addSql(`drop index "quotes_of_status";`);
    this.addSql(`alter table "quotes" drop column "search";`);

    this.addSql(`drop index "emails_of_status";`);
    this.addSql(`alter table "emails" drop column "search";`);
    this.addSql(`alter table "emails" reset (toast_tuple_target);`);

    this.addSql(`drop index "customers_by_name";`);
    this.addSql(`drop index "customers_newest";`);
    this.addSql(`alter table "customers" drop column "search";`);
  }

}
