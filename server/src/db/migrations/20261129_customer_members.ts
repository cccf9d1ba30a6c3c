import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** People who see a customer's deliveries, and may book for it, with their own e-mail address. */
export class CustomerMembers extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "customer_members" ("id" serial primary key, "customer_id" int not null, "email" text not null, "role" text not null, "created_at" timestamptz(3) not null, constraint "customer_members_role_check" check (role in ('sees', 'books')));`,
    );
    this.addSql(`create index "customer_members_email_index" on "customer_members" ("email");`);
    this.addSql(
      `alter table "customer_members" add constraint "customer_members_once" unique ("customer_id", "email");`,
    );
    this.addSql(
      `alter table "customer_members" add constraint "customer_members_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "customer_members";`);
  }
}
