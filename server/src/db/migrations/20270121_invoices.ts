import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Invoices with their numbers, what they are for, what was paid, and the papers as they were issued. */
export class Invoices extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "customers" add column "billing" jsonb null;`);
    this.addSql(
      `create table "invoices" ("id" serial primary key, "kind" text not null, "state" text not null, "number" text null, "series" text null, "customer_id" int null, "credit_of" int null, "credit_reason" text null, "buyer" jsonb not null, "seller" jsonb not null, "language" text not null, "terms" jsonb not null, "currency" text not null, "lines" jsonb not null, "taxes" jsonb not null, "net" numeric not null, "tax" numeric not null, "gross" numeric not null, "rounding" numeric not null, "paid" numeric not null, "credited" numeric not null, "reminders" jsonb not null, "note" text null, "issued_on" date null, "due_on" date null, "served_from" date null, "served_to" date null, "sent_at" timestamptz(3) null, "pdf_hash" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, constraint "invoices_number_unique" unique ("number"), constraint "invoices_kind_check" check (kind in ('invoice', 'credit_note')), constraint "invoices_state_check" check (state in ('draft', 'issued', 'part_paid', 'paid', 'credited')));`,
    );
    this.addSql(`create index "invoices_customer_id_index" on "invoices" ("customer_id");`);
    this.addSql(`create index "invoices_credit_of_index" on "invoices" ("credit_of");`);
    this.addSql(`create index "invoices_newest" on "invoices" ("created_at" desc, "id" desc);`);
    this.addSql(`create index "invoices_open" on "invoices" ("due_on") where state in ('issued', 'part_paid');`);
    this.addSql(
      `create table "invoice_counters" ("series" text not null, "last" int not null, primary key ("series"));`,
    );
    this.addSql(
      `create table "invoice_sources" ("kind" text not null, "source_id" int not null, "invoice_id" int not null, primary key ("kind", "source_id"), constraint "invoice_sources_kind_check" check (kind in ('order', 'charge', 'claim')));`,
    );
    this.addSql(`create index "invoice_sources_invoice_id_index" on "invoice_sources" ("invoice_id");`);
    this.addSql(
      `create table "invoice_payments" ("id" serial primary key, "invoice_id" int not null, "amount" numeric not null, "paid_on" date not null, "method" text not null, "reference" text null, "payment_id" int null, "created_at" timestamptz(3) not null, constraint "invoice_payments_payment_id_unique" unique ("payment_id"), constraint "invoice_payments_amount_check" check (amount > 0), constraint "invoice_payments_method_check" check (method in ('cash', 'transfer', 'card', 'link', 'other')));`,
    );
    this.addSql(`create index "invoice_payments_invoice_id_index" on "invoice_payments" ("invoice_id");`);
    this.addSql(
      `create table "invoice_files" ("invoice_id" int not null, "kind" text not null, "bytes" bytea not null, "sha256" text not null, primary key ("invoice_id", "kind"), constraint "invoice_files_kind_check" check (kind in ('pdf', 'cii', 'ubl')));`,
    );
    for (const table of ['invoice_sources', 'invoice_payments', 'invoice_files'])
      this.addSql(
        `alter table "${table}" add constraint "${table}_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id") on delete cascade;`,
      );
    // The mail with a paper names its invoice.
    this.addSql(`alter table "emails" add column "invoice_id" int null;`);
    this.addSql(`alter table "emails" drop constraint if exists "emails_attachment_check";`);
    this.addSql(
      `alter table "emails" add constraint "emails_attachment_check" check (attachment is null or attachment in ('proof', 'invoice')) not valid;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`update "emails" set attachment = null where attachment = 'invoice';`);
    this.addSql(`alter table "emails" drop constraint if exists "emails_attachment_check";`);
    this.addSql(
      `alter table "emails" add constraint "emails_attachment_check" check (attachment is null or attachment in ('proof')) not valid;`,
    );
    this.addSql(`alter table "emails" drop column "invoice_id";`);
    for (const table of ['invoice_files', 'invoice_payments', 'invoice_sources', 'invoice_counters', 'invoices'])
      this.addSql(`drop table "${table}";`);
    this.addSql(`alter table "customers" drop column "billing";`);
  }
}
