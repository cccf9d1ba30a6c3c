import { Migration } from '@mikro-orm/migrations';

/** The filters of a list that a person keeps under a name. */
export class SavedViews extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "saved_views" ("id" serial primary key, "user_id" int not null, "list" text not null, "name" text not null, "query" text not null, "created_at" timestamptz(3) not null);`);
    this.addSql(`alter table "saved_views" add constraint "saved_views_once" unique ("user_id", "list", "name");`);
    this.addSql(`alter table "saved_views" add constraint "saved_views_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "saved_views" cascade;`);
  }

}
