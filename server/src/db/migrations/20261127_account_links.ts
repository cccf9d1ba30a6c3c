import { Migration } from '@mikro-orm/migrations';
import { roles } from '@quickfleet/shared/roles';
import { BRIEFLY } from './briefly.ts';

const cascade = (table: string, column: string) =>
  `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}") references "users" ("id") on delete cascade;`;

/** Invitations, links to a new password, and where a session signed in. */
export class AccountLinks extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "users" add column "signed_in_at" timestamptz(3) null, add column "is_email_trusted" boolean not null default true;`,
    );
    this.addSql(`alter table "sessions" add column "address" text null;`);
    this.addSql(
      `create table "invitations" ("id" serial primary key, "email" text not null, "role" text not null, "token_hash" text not null, "invited_by_id" int not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, constraint "invitations_role_check" check (role in (${roles.map((role) => `'${role}'`).join(', ')})));`,
    );
    this.addSql(`create unique index "invitations_token_hash_unique" on "invitations" ("token_hash");`);
    this.addSql(cascade('invitations', 'invited_by_id'));
    this.addSql(`create index "invitations_invited_by_id_index" on "invitations" ("invited_by_id");`);
    this.addSql(
      `create table "password_resets" ("token_hash" text not null, "user_id" int not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("token_hash"));`,
    );
    this.addSql(cascade('password_resets', 'user_id'));
    this.addSql(`create index "password_resets_user_id_index" on "password_resets" ("user_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "password_resets";`);
    this.addSql(`drop table "invitations";`);
    this.addSql(`alter table "sessions" drop column "address";`);
    this.addSql(`alter table "users" drop column "is_email_trusted", drop column "signed_in_at";`);
  }
}
