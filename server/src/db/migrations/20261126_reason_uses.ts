import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** How often a reason was given, for the order in which drivers see them. */
export class ReasonUses extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "failure_reasons" add column "uses" int not null default 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "failure_reasons" drop column "uses";`);
  }
}
