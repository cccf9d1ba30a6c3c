import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What the server found when it last checked itself. */
export class HealthReports extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "health_reports" ("id" int not null, "checked_at" timestamptz(3) not null, "findings" jsonb not null, primary key ("id"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "health_reports";`);
  }
}
