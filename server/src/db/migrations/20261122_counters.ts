import { Migration } from '@mikro-orm/migrations';

/** Counts of tries are of no use after a crash: they are written without the log, and no call waits for it. */
export class Counters extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "rate_counts" set unlogged;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "rate_counts" set logged;`);
  }

}
