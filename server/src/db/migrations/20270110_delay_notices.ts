import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** When customers and recipients were told of a delay, and until when their delivery was expected then. */
export class DelayNotices extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "order_delays" add column "told_at" timestamptz(3) null, add column "told_to" timestamptz(3) null;`,
    );
    // What drivers said before the update was not mailed, and is not news any more.
    this.addSql(`update "order_delays" set "told_at" = "said_at", "told_to" = "to_at";`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "order_delays" drop column "told_at", drop column "told_to";`);
  }
}
