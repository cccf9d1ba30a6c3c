import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The people at the two stops, where they are not the customer. */
export class StopContacts extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of ['quotes', 'orders'])
      this.addSql(
        `alter table "${table}" add column "pickup_contact" jsonb null, add column "delivery_contact" jsonb null, add column "contact_search" text null;`,
      );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of ['orders', 'quotes'])
      this.addSql(`alter table "${table}" drop column "contact_search", drop column "delivery_contact", drop column "pickup_contact";`);
  }
}
