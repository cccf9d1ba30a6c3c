import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Whether the people at the deliveries of a customer's orders are mailed. */
export class RecipientMails extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "customers" add column "recipient_mails" boolean not null default true;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "customers" drop column "recipient_mails";`);
  }
}
