import { Migration } from '@mikro-orm/migrations';

export class SchemaStamp extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "schema_stamp" ("id" int not null, "release" text not null, "newest" text not null, "oldest" text not null, primary key ("id"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "schema_stamp";`);
  }

}
