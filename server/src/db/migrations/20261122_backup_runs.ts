import { Migration } from '@mikro-orm/migrations';

export class BackupRuns extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "backup_runs" ("id" serial primary key, "kind" text not null, "started_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, "file" text null, "size" bigint null, "error" text null);`);
    this.addSql(`create index "backup_runs_started_at_index" on "backup_runs" ("started_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "backup_runs";`);
  }

}
