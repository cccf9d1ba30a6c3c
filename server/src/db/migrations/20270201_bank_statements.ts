import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Files of the bank, and orders that are paid with their invoice. */
export class BankStatements extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "bank_statements" ("id" serial primary key, "file_name" text not null, "format" text not null, "sha256" text not null, "created_by_name" text not null, "created_at" timestamptz(3) not null, constraint "bank_statements_sha256_unique" unique ("sha256"), constraint "bank_statements_format_check" check (format in ('camt.053', 'camt.054', 'mt940', 'csv')));`,
    );
    this.addSql(
      `create table "bank_lines" ("id" serial primary key, "booked_on" date not null, "amount" numeric not null, "currency" text not null, "name" text null, "reference" text null, "account" text null, "entry_ref" text null, "payment_ref" text null, "is_ignored" boolean not null default false, "rejected" jsonb not null default '[]', "payment_id" int null, "created_at" timestamptz(3) not null, constraint "bank_lines_payment_id_unique" unique ("payment_id"), constraint "bank_lines_payment_id_foreign" foreign key ("payment_id") references "invoice_payments" ("id") on delete set null);`,
    );
    this.addSql(`create index "bank_lines_same" on "bank_lines" ("booked_on", "amount", "currency");`);
    this.addSql(`create index "bank_lines_entry" on "bank_lines" ("entry_ref") where entry_ref is not null;`);
    this.addSql(
      `create table "bank_statement_lines" ("statement_id" int not null, "nth" int not null, "line_id" int not null, primary key ("statement_id", "nth"), constraint "bank_statement_lines_statement_id_foreign" foreign key ("statement_id") references "bank_statements" ("id") on delete cascade, constraint "bank_statement_lines_line_id_foreign" foreign key ("line_id") references "bank_lines" ("id") on delete cascade);`,
    );
    this.addSql(`create index "bank_statement_lines_line_id_index" on "bank_statement_lines" ("line_id");`);
    this.addSql(
      `create table "bank_payers" ("payer" text not null, "customer_id" int not null, "is_wrong" boolean not null, primary key ("payer", "customer_id"), constraint "bank_payers_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete cascade);`,
    );
    this.addSql(`create index "bank_payers_customer_id_index" on "bank_payers" ("customer_id");`);
    this.addSql(
      `alter table "invoice_sources" add "is_held" boolean not null default false, add "payment_before" text null, add "is_paid" boolean not null default false;`,
    );
    // What is on an issued invoice already is owed once, and paid with it.
    this.addSql(
      `update invoice_sources s set is_held = true, payment_before = o.payment, is_paid = (i.state = 'paid')
         from orders o, invoices i where s.kind = 'order' and o.id = s.source_id and i.id = s.invoice_id
          and i.state in ('issued', 'part_paid', 'paid') and o.payment is distinct from 'paid';`,
    );
    this.addSql(
      `update orders o set payment_before = case when s.is_paid then 'account' end,
         payment = case when s.is_paid then 'paid' else 'account' end,
         payment_method = case when s.is_paid then 'other' end, payment_reference = case when s.is_paid then i.number end,
         paid_at = case when s.is_paid then i.updated_at end, version = o.version + 1
         from invoice_sources s join invoices i on i.id = s.invoice_id
        where s.kind = 'order' and s.source_id = o.id and s.is_held;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `update orders o set payment = s.payment_before, payment_before = null, payment_method = null,
         payment_reference = null, paid_at = null from invoice_sources s
        where s.kind = 'order' and s.source_id = o.id and s.is_held;`,
    );
    this.addSql(
      `alter table "invoice_sources" drop column "is_held", drop column "payment_before", drop column "is_paid";`,
    );
    for (const table of ['bank_payers', 'bank_statement_lines', 'bank_lines', 'bank_statements'])
      this.addSql(`drop table "${table}";`);
  }
}
