import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The link that is answered to the form. Its index, and those of lists by who has looked, are made by make-indexes.ts. */
export class QuoteLists extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "quotes" add "form_token_hash" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index if exists "quotes_seen";`);
    this.addSql(`drop index if exists "quotes_unseen";`);
    this.addSql(`alter table "quotes" drop column "form_token_hash";`);
  }
}
