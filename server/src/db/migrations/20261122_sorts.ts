import { Migration } from '@mikro-orm/migrations';

/** The orders of the list of quotes that had no index. */
export class Sorts extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`set local statement_timeout = 0;`);
    this.addSql(`create index "quotes_by_price" on "quotes" ("price" desc nulls last, "id" desc);`);
    this.addSql(`create index "quotes_changed" on "quotes" ("updated_at" desc, "id" desc);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "quotes_changed";`);
    this.addSql(`drop index "quotes_by_price";`);
  }

}
