import { Migration } from '@mikro-orm/migrations';

const kinds = ['photos', 'signatures', 'positions'];

/** What of an order's evidence has come to the end of its time. */
export class EvidenceRetention extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`set local statement_timeout = 0;`);
    for (const kind of kinds) {
      this.addSql(`alter table "orders" add "${kind}_expired_at" timestamptz(3) null;`);
      this.addSql(
        `create index "orders_with_${kind}" on "orders" (coalesce("delivered_at", "cancelled_at")) where "${kind}_expired_at" is null and status in ('delivered', 'cancelled');`,
      );
    }
  }

  override down(): void | Promise<void> {
    for (const kind of kinds) {
      this.addSql(`drop index "orders_with_${kind}";`);
      this.addSql(`alter table "orders" drop column "${kind}_expired_at";`);
    }
  }
}
