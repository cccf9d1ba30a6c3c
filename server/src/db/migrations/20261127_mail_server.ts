import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The mail server that the company chose, sealed: its address has a password in it. */
export class MailServer extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "company" add column "smtp_url_sealed" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "company" drop column "smtp_url_sealed";`);
  }
}
