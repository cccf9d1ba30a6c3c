import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/**
 * The tax in an order's own price, and whether an order is paid. Orders of before keep null for both: their price had
 * no tax, and nobody said whether it was paid. Quotes say how they are paid.
 */
export class OrderPayments extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "orders" add "tax_total" numeric null, add "payment" text null, add "payment_before" text null, add "payment_method" text null, add "payment_reference" text null, add "paid_at" timestamptz(3) null;`,
    );
    this.addSql(`alter table "quotes" add "pay_by" text null;`);
    for (const [table, column, words] of [
      ['orders', 'payment', ['open', 'paid', 'account']],
      ['quotes', 'pay_by', ['link', 'transfer', 'cash', 'account']],
    ] as const)
      this.addSql(
        `alter table "${table}" add constraint "${table}_${column}_check" check (${column} in (${words.map((word) => `'${word}'`).join(', ')})) not valid;`,
      );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop index if exists "orders_unpaid";`);
    this.addSql(`alter table "quotes" drop column "pay_by";`);
    this.addSql(
      `alter table "orders" drop column "tax_total", drop column "payment", drop column "payment_before", drop column "payment_method", drop column "payment_reference", drop column "paid_at";`,
    );
  }
}
