import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What stands against a payment, and why an endpoint was switched off, with its values: each reader has their own words. */
export class SaidProblems extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "payments" add "problem_said" jsonb null;`);
    this.addSql(`alter table "webhooks" add "disabled_said" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "payments" drop column "problem_said";`);
    this.addSql(`alter table "webhooks" drop column "disabled_said";`);
  }
}
