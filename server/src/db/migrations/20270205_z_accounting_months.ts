import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Months that are closed. */
export class AccountingMonths extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "accounting_months" ("month" text not null, "closed_at" timestamptz(3) not null, "closed_by" text not null, "accounts" jsonb not null, primary key ("month"));`,
    );
    this.addSql(`create index "invoices_issued" on "invoices" ("issued_on", "id") where state <> 'draft';`);
    this.addSql(`create index "invoice_payments_days" on "invoice_payments" ("paid_on", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop index "invoice_payments_days";`);
    this.addSql(`drop index "invoices_issued";`);
    this.addSql(`drop table "accounting_months";`);
  }
}
