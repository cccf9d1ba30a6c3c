import { Migration } from '@mikro-orm/migrations';

/** Drivers' phones that get push messages, and the key that push services know the company by. */
export class Push extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "push_keys" ("id" int not null, "public_key" text not null, "private_sealed" text not null, "created_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create table "push_subscriptions" ("id" serial primary key, "user_id" int not null, "session_id_hash" text not null, "endpoint" text not null, "p256dh" text not null, "auth" text not null, "created_at" timestamptz(3) not null);`);
    this.addSql(`alter table "push_subscriptions" add constraint "push_subscriptions_endpoint_unique" unique ("endpoint");`);
    this.addSql(`create index "push_subscriptions_user_id_index" on "push_subscriptions" ("user_id");`);
    this.addSql(`create index "push_subscriptions_session_id_hash_index" on "push_subscriptions" ("session_id_hash");`);
    this.addSql(`alter table "push_subscriptions" add constraint "push_subscriptions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "push_subscriptions" add constraint "push_subscriptions_session_id_hash_foreign" foreign key ("session_id_hash") references "sessions" ("id_hash") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "push_subscriptions" cascade;`);
    this.addSql(`drop table if exists "push_keys" cascade;`);
  }

}
