import { Migration } from '@mikro-orm/migrations';

/** The company's settings: one row. */
export class Company extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`create table "company" ("id" int not null, "settings" jsonb not null default '{}', "updated_at" timestamptz(3) not null, "version" int not null default 1, primary key ("id"));`);
    this.addSql(`alter table "company" add constraint "company_id_check" check (id = 1);`);
    this.addSql(`insert into "company" ("id", "updated_at") values (1, now());`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "company" cascade;`);
  }
}
