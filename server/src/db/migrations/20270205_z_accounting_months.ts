import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Months that are closed. */
export class AccountingMonths extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "accounting_months" ("month" text not null, "closed_at" timestamptz(3) not null, "closed_by" text not null, "accounts" jsonb not null, primary key ("month"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "accounting_months";`);
  }
}
