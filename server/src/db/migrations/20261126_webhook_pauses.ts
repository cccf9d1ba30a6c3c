import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Since when a webhook is paused or switched off: what happened since then can be sent when it is resumed. */
export class WebhookPauses extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "webhooks" add column "inactive_since" timestamptz(3) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "webhooks" drop column "inactive_since";`);
  }
}
