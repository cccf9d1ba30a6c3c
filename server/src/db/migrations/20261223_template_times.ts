import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** A default template as companies have it, and the place that changed. */
const lines = [
  {
    trigger: 'order_created',
    content:
      'Hello {{customerName}},\n\nYour delivery is booked. Use the tracking number to follow every step, from pickup to delivery.\n\nTracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}\n\nTrack your delivery: {{trackingUrl}}',
    before: 'Delivery on: {{deliveryDate}}',
    after: 'Delivery on: {{deliveryDate}}\nTime: {{plannedWindow}}',
  },
  {
    trigger: 'recipient_delivered',
    content:
      'Hello {{recipientName}},\n\nThe delivery from {{senderName}} has arrived.\n\n{{whatHappened}}\n\nTracking number: {{trackingNumber}}\nFrom: {{senderName}}\nItems: {{itemCount}}\nTo: {{deliveryAddress}}\nDelivery on: {{deliveryDate}}\nTime: {{deliveryWindow}}\n\nTrack the delivery: {{trackingUrl}}\n\nRate the delivery: {{rateUrl}}',
    before: 'Delivery on: {{deliveryDate}}\nTime: {{deliveryWindow}}',
    after: 'Delivered: {{deliveryDate}}',
  },
] as const;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A booked delivery names its window, and what has arrived is not planned any more, in templates that nobody edited. */
export class TemplateTimes extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const { trigger, content, before, after } of lines)
      this.#replace(trigger, content, content.replace(before, after));
  }

  override down(): void | Promise<void> {
    for (const { trigger, content, before, after } of lines)
      this.#replace(trigger, content.replace(before, after), content);
  }

  #replace(trigger: string, from: string, to: string): void {
    this.addSql(`with updated as (
        update "email_templates" set "content" = ${quoted(to)}, "version" = "version" + 1, "updated_at" = now()
        where "trigger" = ${quoted(trigger)} and "type" <> 'sms' and "content" = ${quoted(from)} returning *)
      insert into "template_versions" ("template_id", "version", "name", "type", "trigger", "subject", "content", "saved_at", "saved_by")
      select "id", "version", "name", "type", "trigger", "subject", "content", now(), 'QuickFleet' from updated;`);
  }
}
