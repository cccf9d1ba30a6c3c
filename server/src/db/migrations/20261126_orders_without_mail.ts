import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Orders of customers who have no e-mail address. */
export class OrdersWithoutMail extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "orders" alter column "customer_email" drop not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`update "orders" set "customer_email" = '' where "customer_email" is null;`);
    this.addSql(`alter table "orders" alter column "customer_email" set not null;`);
  }
}
