import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Money that was noted at an order is money for its invoice. */
export class OrderMoney extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "invoice_payments" add "order_id" int null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "invoice_payments" drop column "order_id";`);
  }
}
