import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** By how much a driver runs late, and when the delivery is expected with it. */
export class DelayMinutes extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "order_delays" add column "minutes" int null, add column "from_at" timestamptz(3) null, add column "to_at" timestamptz(3) null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "order_delays" drop column "minutes", drop column "from_at", drop column "to_at";`);
  }
}
