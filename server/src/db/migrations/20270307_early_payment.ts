import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The discount for paying early is taken, and booked. */
export class EarlyPayment extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "invoices" add "discount" numeric not null default 0;`);
    this.addSql(
      `alter table "invoice_payments" add "came_on" date null, add "is_prepaid" boolean not null default false;`,
    );
    this.addSql(
      `update "invoice_payments" p set "is_prepaid" = true from "invoices" i
        where i."id" = p."invoice_id" and p."paid_on" < i."issued_on";`,
    );
    this.addSql(
      `create table "invoice_discounts" ("id" serial primary key, "invoice_id" int not null, "payment_id" int null, "taken_on" date not null, "amount" numeric not null, "net" numeric not null, "lines" jsonb not null, "taxes" jsonb not null, "is_granted" boolean not null default false, "created_at" timestamptz(3) not null);`,
    );
    this.addSql(`create index "invoice_discounts_invoice_id_index" on "invoice_discounts" ("invoice_id");`);
    this.addSql(`create index "invoice_discounts_payment_id_index" on "invoice_discounts" ("payment_id");`);
    this.addSql(`create index "invoice_discounts_days" on "invoice_discounts" ("taken_on", "id");`);
    this.addSql(
      `alter table "invoice_discounts" add constraint "invoice_discounts_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "invoice_discounts" add constraint "invoice_discounts_payment_id_foreign" foreign key ("payment_id") references "invoice_payments" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "invoice_discounts";`);
    this.addSql(`alter table "invoice_payments" drop column "came_on", drop column "is_prepaid";`);
    this.addSql(`alter table "invoices" drop column "discount";`);
  }
}
