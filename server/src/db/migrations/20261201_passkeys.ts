import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Keys that sign their users in, and what they have to sign. */
export class Passkeys extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "passkeys" ("id" serial primary key, "user_id" int not null, "credential_id" text not null, "public_key" text not null, "counter" bigint not null, "transports" jsonb not null, "name" text not null, "is_synced" boolean not null, "created_at" timestamptz(3) not null, "used_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "passkeys_user_id_index" on "passkeys" ("user_id");`);
    this.addSql(`alter table "passkeys" add constraint "passkeys_credential_id_unique" unique ("credential_id");`);
    this.addSql(
      `alter table "passkeys" add constraint "passkeys_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `create table "passkey_challenges" ("challenge" text not null, "user_id" int null, "expires_at" timestamptz(3) not null, primary key ("challenge"));`,
    );
    this.addSql(`create index "passkey_challenges_user_id_index" on "passkey_challenges" ("user_id");`);
    this.addSql(
      `alter table "passkey_challenges" add constraint "passkey_challenges_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "passkey_challenges";`);
    this.addSql(`drop table "passkeys";`);
  }
}
