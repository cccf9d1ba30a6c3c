import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The second factor of a sign-in, and the codes for a lost phone. */
export class SecondFactors extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "second_factors" ("user_id" int not null, "secret_sealed" text not null, "confirmed_at" timestamptz(3) null, "last_step" int null, "created_at" timestamptz(3) not null, primary key ("user_id"));`,
    );
    this.addSql(
      `create table "recovery_codes" ("code_hash" text not null, "user_id" int not null, primary key ("code_hash"));`,
    );
    this.addSql(
      `alter table "recovery_codes" add constraint "recovery_codes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(`create index "recovery_codes_user_id_index" on "recovery_codes" ("user_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "recovery_codes";`);
    this.addSql(`drop table "second_factors";`);
  }
}
