import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The language of customers, of staff and of templates; null is the company's. */
export class Languages extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of ['quotes', 'orders', 'users', 'email_templates', 'template_versions'])
      this.addSql(`alter table "${table}" add column "language" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of ['quotes', 'orders', 'users', 'email_templates', 'template_versions'])
      this.addSql(`alter table "${table}" drop column "language";`);
  }
}
