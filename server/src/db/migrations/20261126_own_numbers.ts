import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const tables = ['customers', 'orders', 'quotes'];

/** What other programs know customers, quotes and orders by. */
export class OwnNumbers extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of tables)
      this.addSql(
        `alter table "${table}" add column "external_id" text null, add column "external_scope" int null, add column "external_hash" text null, add column "metadata" jsonb null, add column "external_search" text null;`,
      );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of tables)
      this.addSql(
        `alter table "${table}" drop column "external_search", drop column "metadata", drop column "external_hash", drop column "external_scope", drop column "external_id";`,
      );
  }
}
