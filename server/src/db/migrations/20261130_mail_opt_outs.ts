import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Addresses that want no mails about a step. */
export class MailOptOuts extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "mail_opt_outs" ("id" serial primary key, "address" text not null, "trigger" text not null, "created_at" timestamptz(3) not null);`,
    );
    this.addSql(
      `alter table "mail_opt_outs" add constraint "mail_opt_outs_once" unique ("address", "trigger");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "mail_opt_outs";`);
  }
}
