import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** A line of history says from which network address somebody of the company, a driver or a program acted. */
export class Activity extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "history" add "address" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "history" drop column "address";`);
  }
}
