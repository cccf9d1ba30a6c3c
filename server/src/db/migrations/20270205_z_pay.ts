import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** By what drivers are paid, and which of their days are settled. */
export class Pay extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "users" add column "pay" jsonb null;`);
    this.addSql(
      `create table "pay_approvals" ("id" serial primary key, "driver_id" int not null, "from_day" date not null, "to_day" date not null, "currency" text not null, "total" numeric not null, "lines" jsonb not null, "approved_at" timestamptz(3) not null, "approved_by" text not null);`,
    );
    this.addSql(`create index "pay_approvals_driver_id_index" on "pay_approvals" ("driver_id");`);
    this.addSql(
      `alter table "pay_approvals" add constraint "pay_approvals_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "pay_approvals";`);
    this.addSql(`alter table "users" drop column "pay";`);
  }
}
