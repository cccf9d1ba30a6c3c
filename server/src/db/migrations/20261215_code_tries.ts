import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Tries of a mailed code by network, so that those of a stranger leave the customer's. */
export class CodeTries extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "tracking_codes" add column "tries_from" jsonb not null default '{}';`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "tracking_codes" drop column "tries_from";`);
  }
}
