import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const BEFORE = 'Delivered: {{deliveryDate}}';
const AFTER = 'Delivered: {{deliveredAt}}\nSigned by: {{signedBy}}';
const PHOTOS = 'Photos of the delivery: {{photosUrl}}';
/** A default template as companies have it, and the line that its photos come after. */
const templates = [
  {
    trigger: 'order_delivered',
    content:
      'Hello {{customerName}},\n\nYour delivery has arrived. The tracking page shows every step. Thank you for choosing us.\n\n{{whatHappened}}\n\nTracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivered: {{deliveryDate}}\n\nSee your delivery: {{trackingUrl}}\n\nRate your delivery: {{rateUrl}}\n\nProof of delivery, for 30 days: {{proofUrl}}\n\n{{proofNote}}',
    link: 'See your delivery: {{trackingUrl}}',
  },
  {
    trigger: 'recipient_delivered',
    content:
      'Hello {{recipientName}},\n\nThe delivery from {{senderName}} has arrived.\n\n{{whatHappened}}\n\nTracking number: {{trackingNumber}}\nFrom: {{senderName}}\nItems: {{itemCount}}\nTo: {{deliveryAddress}}\nDelivered: {{deliveryDate}}\n\nTrack the delivery: {{trackingUrl}}\n\nRate the delivery: {{rateUrl}}',
    link: 'Track the delivery: {{trackingUrl}}',
  },
] as const;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Mails of what has arrived say when, who signed and where the photos are, in templates that nobody edited. */
export class ArrivalMails extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const { trigger, content, link } of templates) this.#replace(trigger, content, this.#written(content, link));
  }

  override down(): void | Promise<void> {
    for (const { trigger, content, link } of templates) this.#replace(trigger, this.#written(content, link), content);
  }

  #written(content: string, link: string): string {
    return content.replace(BEFORE, AFTER).replace(link, `${link}\n\n${PHOTOS}`);
  }

  #replace(trigger: string, from: string, to: string): void {
    this.addSql(`with updated as (
        update "email_templates" set "content" = ${quoted(to)}, "version" = "version" + 1, "updated_at" = now()
        where "trigger" = ${quoted(trigger)} and "type" <> 'sms' and "content" = ${quoted(from)} returning *)
      insert into "template_versions" ("template_id", "version", "name", "type", "trigger", "subject", "content", "saved_at", "saved_by")
      select "id", "version", "name", "type", "trigger", "subject", "content", now(), 'QuickFleet' from updated;`);
  }
}
