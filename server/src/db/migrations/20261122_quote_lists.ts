import { Migration } from '@mikro-orm/migrations';

/** The link that is answered to the form, and lists of quotes by whether their customer has looked. */
export class QuoteLists extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "quotes" add "form_token_hash" text null;`);
    this.addSql(`alter table "quotes" add constraint "quotes_form_token_hash_unique" unique ("form_token_hash");`);
    this.addSql(`create index "quotes_unseen" on "quotes" ("created_at" desc, "id" desc) where status = 'sent' and outcome is null and views = 0;`);
    this.addSql(`create index "quotes_seen" on "quotes" ("last_viewed_at" desc nulls last, "id" desc);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "quotes_seen";`);
    this.addSql(`drop index "quotes_unseen";`);
    this.addSql(`alter table "quotes" drop column "form_token_hash";`);
  }
}
