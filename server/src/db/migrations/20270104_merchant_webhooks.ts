import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/**
 * Webhooks of one customer, and the key that made a webhook: what the history knows of it is carried over. Events say
 * which merchant gave the numbers of their object; of those before, no merchant reads the numbers.
 */
export class MerchantWebhooks extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "webhooks" add "key_id" int null, add "customer_id" int null;');
    this.addSql('alter table "events" add "external_scope" int null;');
    this.addSql(
      `update webhooks w set key_id = h.actor_id from history h
        where h.subject = 'webhook' and h.subject_id = w.id and h.action = 'webhook.created' and h.actor_kind = 'key';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "events" drop column "external_scope";');
    this.addSql('alter table "webhooks" drop column "key_id", drop column "customer_id";');
  }
}
