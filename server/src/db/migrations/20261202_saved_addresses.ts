import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What a customer's people call an address, and who is there. */
export class SavedAddresses extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "customer_addresses" add column "label" text null, add column "contact" jsonb null, add column "version" int not null default 1;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "customer_addresses" drop column "version", drop column "contact", drop column "label";`);
  }
}
