import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The area of an order's delivery, as it was called when the order was made. */
export class OrderAreas extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "orders" add column "zone" text null;');
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "orders" drop column "zone";');
  }
}
