import { Migration } from '@mikro-orm/migrations';

export class SecretMark extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "secret_mark" ("id" int not null, "sealed" text not null, primary key ("id"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "secret_mark";`);
  }

}
