import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Links by which the owner of an e-mail address sees what was ordered with it. */
export class SignInLinks extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "sign_in_links" ("token_hash" text not null, "email" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("token_hash"));`,
    );
    this.addSql(`create index "sign_in_links_email_index" on "sign_in_links" ("email");`);
    this.addSql(`alter table "users" add column "proven_email" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "users" drop column "proven_email";`);
    this.addSql(`drop table "sign_in_links";`);
  }
}
