import { Migration } from '@mikro-orm/migrations';

/** Where a deleted quote lies as long as it can be restored. */
export class DeletedQuotes extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "deleted_quotes" ("id" int not null, "content" jsonb not null, "deleted_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "deleted_quotes_deleted_at_index" on "deleted_quotes" ("deleted_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "deleted_quotes" cascade;`);
  }

}
