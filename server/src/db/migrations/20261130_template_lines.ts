import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** A default template as companies have it, and the place that changed. */
interface Line {
  trigger: string;
  content: string;
  before: string;
  after: string;
}
const lines: readonly Line[] = [
  {
    trigger: 'quote_received',
    content: 'Hello {{customerName}},\n\nThank you for your request. We will review it and get back to you with a price within 24 hours.\n\nReference: {{quoteReference}}\nRequested: {{submissionDate}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}\n\nSee your quote: {{quoteUrl}}',
    before: 'within 24 hours',
    after: 'within {{priceWithin}}',
  },
  {
    trigger: 'quote_received_office',
    content: 'A new quote request has come in. The customer was promised a price within 24 hours.\n\nCustomer: {{customerName}}\nE-mail: {{customerEmail}}\nItems: {{itemCount}}\nRequested: {{submissionDate}}\nDelivery on: {{deliveryDate}}\n\nOpen the request: {{adminUrl}}',
    before: 'within 24 hours',
    after: 'within {{priceWithin}}',
  },
  {
    trigger: 'order_delivered',
    content: 'Hello {{customerName}},\n\nYour delivery has arrived. The tracking page shows every step. Thank you for choosing us.\n\n{{whatHappened}}\n\nTracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivered: {{deliveryDate}}\n\nSee your delivery: {{trackingUrl}}\n\nProof of delivery, for 30 days: {{proofUrl}}\n\n{{proofNote}}',
    before: 'See your delivery: {{trackingUrl}}',
    after: 'See your delivery: {{trackingUrl}}\n\nRate your delivery: {{rateUrl}}',
  },
  {
    trigger: 'recipient_delivered',
    content: 'Hello {{recipientName}},\n\nThe delivery from {{senderName}} has arrived.\n\n{{whatHappened}}\n\nTracking number: {{trackingNumber}}\nFrom: {{senderName}}\nItems: {{itemCount}}\nTo: {{deliveryAddress}}\nDelivery on: {{deliveryDate}}\nTime: {{deliveryWindow}}\n\nTrack the delivery: {{trackingUrl}}',
    before: 'Track the delivery: {{trackingUrl}}',
    after: 'Track the delivery: {{trackingUrl}}\n\nRate the delivery: {{rateUrl}}',
  },
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Lines that default templates gained, in those that the company has not edited; each becomes a version like any change. */
export class TemplateLines extends Migration {
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
