import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Text messages are rows of the mails. */
export class Sms extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "emails" add column "kind" text not null default 'email';`);
    this.addSql(`alter table "emails" add constraint "emails_kind_check" check (kind in ('email', 'sms')) not valid;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`delete from "emails" where "kind" = 'sms';`);
    this.addSql(`alter table "emails" drop column "kind";`);
  }
}
