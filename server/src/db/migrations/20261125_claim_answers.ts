import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What a customer calls a claim, and what the office answers. The release before writes claims without either. */
export class ClaimAnswers extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "incidents" add column "answer" text null, add column "reference" text null;`);
    this.addSql(`alter table "incidents" alter column "reference" set default 'C-' || upper(substr(md5(gen_random_uuid()::text), 1, 8));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "incidents" drop column "answer", drop column "reference";`);
  }
}
