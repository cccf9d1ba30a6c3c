import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What a recurring job does on closed days; a day that its rule names may have its order on another. */
export class ClosedDays extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "recurring_orders" add column "on_closed_day" text not null default 'keep';`);
    // Null where it is the day itself: so it is in all rows of before, and in those of a release that still runs.
    this.addSql(`alter table "recurring_days" add column "rule_day" date null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "recurring_days" drop column "rule_day";');
    this.addSql('alter table "recurring_orders" drop column "on_closed_day";');
  }
}
