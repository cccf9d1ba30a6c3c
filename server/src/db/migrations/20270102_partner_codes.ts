import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What other companies print on the parcels of an order. Orders of before have none. */
export class PartnerCodes extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "orders" add "partner_codes" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "orders" drop column "partner_codes";`);
  }
}
