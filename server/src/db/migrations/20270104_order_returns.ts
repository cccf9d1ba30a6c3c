import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Which order another one brings back; those before bring none back. */
export class OrderReturns extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "orders" add "return_of_id" int null;');
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "orders" drop column "return_of_id";');
  }
}
