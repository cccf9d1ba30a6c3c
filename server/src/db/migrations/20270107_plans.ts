import { Migration } from '@mikro-orm/migrations';

/** Proposals for a day. */
export class Plans extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "plans" ("id" serial primary key, "day" date not null, "state" text not null, "input" jsonb not null, "result" jsonb null, "seen" jsonb null, "former" jsonb null, "applied" jsonb null, "undo" jsonb null, "created_at" timestamptz(3) not null, "applied_at" timestamptz(3) null);`,
    );
    this.addSql(
      `alter table "plans" add constraint "plans_state_check" check (state in ('planning', 'ready', 'applied', 'failed'));`,
    );
    this.addSql(`create index "plans_created_at_index" on "plans" ("created_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "plans";`);
  }
}
