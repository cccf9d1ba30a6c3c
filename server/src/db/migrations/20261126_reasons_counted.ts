import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Counts what was given before. It reads all attempts, so it changes no table that others wait for. */
export class ReasonsCounted extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`update "failure_reasons" r set "uses" = r."uses" + a.n
      from (select "reason", count(*)::int as n from "attempts"
             where "reason" is not null and "outcome" <> 'done' and "after" is null group by "reason") a
      where a."reason" = r."code";`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`update "failure_reasons" set "uses" = 0;`);
  }
}
