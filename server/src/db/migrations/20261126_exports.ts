import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Exports of everything. */
export class Exports extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "exports" ("id" serial primary key, "state" text not null, "rows" int not null default 0, "files" int not null default 0, "missing_files" int not null default 0, "kinds" jsonb not null default '[]', "size" bigint null, "sha256" text null, "error" text null, "created_by_name" text null, "created_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, "expires_at" timestamptz(3) not null, constraint "exports_state_check" check (state in ('waiting', 'running', 'ready', 'failed')));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "exports";`);
  }
}
