import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What a customer's new address waits for: the one before it, and the token that was mailed there. */
export class CustomerEmails extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "customers" add column "email_before" text null, add column "email_token_hash" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "customers" drop column "email_before", drop column "email_token_hash";`);
  }
}
