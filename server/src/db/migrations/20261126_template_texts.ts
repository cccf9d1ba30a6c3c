import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** A default template as companies have it, and the sentences that changed. */
interface Changed {
  name: string;
  subject: string;
  content: string;
  changes: readonly (readonly [string, string])[];
}
const changed: Readonly<Record<string, Changed>> = {
  driver_job_changed: { name: 'Job changed (driver)', subject: 'Job {{trackingNumber}} has changed', content: 'Hello {{driverName}},\n\nOne of your jobs has changed: {{whatChanged}}. This is how it stands now.\n\nJob: {{trackingNumber}}\nCustomer: {{customerName}}\nPickup: {{pickupAddress}}\nPickup time: {{pickupWindow}}\nDelivery: {{deliveryAddress}}\nDelivery time: {{deliveryWindow}}\nDay: {{deliveryDate}}\nItems: {{itemCount}}\nNotes: {{driverNotes}}\n\nOpen the job: {{jobUrl}}', changes: [['One of your jobs has changed: {{whatChanged}}. This is how it stands now.', 'One of your jobs has changed: {{whatChanged}}. These are the current details.']] },
  driver_job_removed: { name: 'Job removed (driver)', subject: 'Job {{trackingNumber}} is no longer yours', content: 'Hello {{driverName}},\n\nPlease do not drive this job any more: {{whatChanged}}.\n\nJob: {{trackingNumber}}\nPickup: {{pickupAddress}}\nDelivery: {{deliveryAddress}}\nDay: {{deliveryDate}}', changes: [['Please do not drive this job any more: {{whatChanged}}.', 'This job is no longer yours: {{whatChanged}}.']] },
  order_created: { name: 'Order created with tracking link', subject: 'Your delivery {{trackingNumber}} is booked', content: 'Hello {{customerName}},\n\nYour delivery is booked. With its tracking number you can watch every step, from pickup to the signature at the door.\n\nTracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}\n\nTrack your delivery: {{trackingUrl}}', changes: [['Your delivery is booked. With its tracking number you can watch every step, from pickup to the signature at the door.', 'Your delivery is booked. Use the tracking number to follow every step, from pickup to delivery.']] },
  driver_assigned: { name: 'Driver assigned', subject: '{{driverName}} will carry your delivery {{trackingNumber}}', content: 'Hello {{customerName}},\n\nYour delivery has a driver, who will pick it up and bring it to its destination.\n\nTracking number: {{trackingNumber}}\nDriver: {{driverName}}\nDelivery on: {{deliveryDate}}\n\nTrack your delivery: {{trackingUrl}}', changes: [['{{driverName}} will carry your delivery {{trackingNumber}}', '{{driverName}} is your driver for delivery {{trackingNumber}}'], ['Your delivery has a driver, who will pick it up and bring it to its destination.', 'Your driver will pick up your delivery and take it to its destination.']] },
  order_delivered: { name: 'Delivered', subject: 'Your delivery {{trackingNumber}} has arrived', content: 'Hello {{customerName}},\n\nYour delivery has arrived. Its tracking page shows every step it took. Thank you for trusting us.\n\n{{whatHappened}}\n\nTracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivered: {{deliveryDate}}\n\nSee your delivery: {{trackingUrl}}\n\nProof of delivery, for 30 days: {{proofUrl}}\n\n{{proofNote}}', changes: [['Your delivery has arrived. Its tracking page shows every step it took. Thank you for trusting us.', 'Your delivery has arrived. The tracking page shows every step. Thank you for choosing us.']] },
  attempt_failed: { name: 'Attempt without success', subject: 'About your delivery {{trackingNumber}}', content: 'Hello {{customerName}},\n\n{{whatHappened}}\n\n{{whatNext}}\n\nTracking number: {{trackingNumber}}\nAttempt: {{attemptNumber}}\n\nTrack your delivery: {{trackingUrl}}', changes: [['Attempt without success', 'Failed attempt']] },
  attempt_failed_office: { name: 'Attempt without success (office)', subject: '{{attemptResult}}: order {{trackingNumber}}', content: '{{attemptResult}}: {{reason}}. Nothing follows before you decide it.\n\nOrder: {{trackingNumber}}\nCustomer: {{customerName}}\nDriver: {{driverName}}\nAttempt: {{attemptNumber}}\nNote: {{noteOffice}}\n\nThe customer was told: {{whatHappened}}\n\nDecide what follows: {{adminUrl}}', changes: [['Attempt without success (office)', 'Failed attempt (office)'], ['{{attemptResult}}: {{reason}}. Nothing follows before you decide it.', '{{attemptResult}}: {{reason}}. Please choose what happens next.'], ['The customer was told: {{whatHappened}}', 'Message to the customer: {{whatHappened}}'], ['Decide what follows: {{adminUrl}}', 'Choose what happens next: {{adminUrl}}']] },
  order_returning: { name: 'On the way back to the sender', subject: 'Your delivery {{trackingNumber}} goes back to the sender', content: 'Hello {{customerName}},\n\n{{whatHappened}}\n\nTracking number: {{trackingNumber}}\nNote: {{whatNext}}\n\nTrack your delivery: {{trackingUrl}}', changes: [['Your delivery {{trackingNumber}} goes back to the sender', 'Your delivery {{trackingNumber}} is going back to the sender']] },
  delivery_pin: { name: 'PIN for the handover', subject: 'The PIN for your delivery {{trackingNumber}}', content: 'Hello {{customerName}},\n\n{{whatHappened}}\n\nPIN: {{deliveryPin}}\n\nPlease tell the PIN to nobody before the driver stands in front of you.\n\nTracking number: {{trackingNumber}}\n\nTrack your delivery: {{trackingUrl}}', changes: [['Please tell the PIN to nobody before the driver stands in front of you.', 'Please don’t share the PIN until the driver is with you.']] },
  quote_sent: { name: 'Quote with payment link', subject: 'Your delivery quote {{quoteReference}}: {{totalPrice}}', content: 'Hello {{customerName}},\n\nYour quote is ready. As soon as your payment has arrived, we book your delivery and send you its tracking number.\n\nQuote: {{quoteReference}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}\n\nSee your quote: {{quoteUrl}}\n\nPay now: {{paymentLink}}', changes: [['Your quote is ready. As soon as your payment has arrived, we book your delivery and send you its tracking number.', 'Your quote is ready. As soon as your payment arrives, we’ll book your delivery and send you a tracking number.']] },
  quote_changed: { name: 'Quote changed', subject: 'Your delivery quote {{quoteReference}} has changed: {{totalPrice}}', content: 'Hello {{customerName}},\n\nWe have changed your quote: {{whatChanged}}. Its page shows what is different.\n\nQuote: {{quoteReference}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}\n\nSee your quote: {{quoteUrl}}', changes: [['We have changed your quote: {{whatChanged}}. Its page shows what is different.', 'We have changed your quote: {{whatChanged}}. The quote page shows the changes.']] },
  quote_ending: { name: 'Quote ends soon (reminder)', subject: 'Your delivery quote {{quoteReference}} is valid until {{validUntil}}', content: 'Hello {{customerName}},\n\nYour quote ends soon. Accept it on its page, ask us there what is unclear, or tell us that you do not need it.\n\nQuote: {{quoteReference}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}\n\nSee your quote: {{quoteUrl}}', changes: [['Your quote ends soon. Accept it on its page, ask us there what is unclear, or tell us that you do not need it.', 'Your quote expires soon. On the quote page you can accept it, ask a question, or let us know that you don’t need it.']] },
  quote_silent: { name: 'Quote waits for an answer (reminder)', subject: 'Do you have questions about your quote {{quoteReference}}?', content: 'Hello {{customerName}},\n\nWe have not heard from you about your quote. On its page you can accept it, ask us, or choose another day.\n\nQuote: {{quoteReference}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}\n\nSee your quote: {{quoteUrl}}', changes: [['We have not heard from you about your quote. On its page you can accept it, ask us, or choose another day.', 'We haven’t heard from you about your quote. On the quote page you can accept it, ask a question, or choose another day.']] },
  quote_accepted: { name: 'Quote accepted', subject: 'Your delivery quote {{quoteReference}} is accepted', content: 'Hello {{customerName}},\n\nThank you, the quote is accepted. What was agreed stays on its page. As soon as your payment has arrived, we book your delivery.\n\nQuote: {{quoteReference}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}\nTotal: {{totalPrice}}\n\nSee your quote: {{quoteUrl}}\n\nPay now: {{paymentLink}}', changes: [['Thank you, the quote is accepted. What was agreed stays on its page. As soon as your payment has arrived, we book your delivery.', 'Thank you for accepting the quote. Its page keeps a copy of what we agreed. As soon as your payment arrives, we’ll book your delivery.']] },
  quote_date_office: { name: 'Customer changed the date (office)', subject: '{{customerName}} wishes another day for quote #{{quoteId}}', content: '{{customerName}} has changed {{whatChanged}} of quote {{quoteReference}}.\n\nDelivery on: {{deliveryDate}}\n\nOpen the quote: {{adminUrl}}', changes: [['{{customerName}} wishes another day for quote #{{quoteId}}', '{{customerName}} requests another day for quote #{{quoteId}}']] },
  quote_paid: { name: 'Payment received', subject: 'Payment received for quote {{quoteReference}}', content: 'Hello {{customerName}},\n\nThank you, your payment has arrived. Next we book your delivery and send you its tracking number.\n\nQuote: {{quoteReference}}\nItems: {{itemCount}}\nPaid: {{totalPrice}}\n\nSee your quote: {{quoteUrl}}', changes: [['Thank you, your payment has arrived. Next we book your delivery and send you its tracking number.', 'Thank you, your payment has arrived. Next, we’ll book your delivery and send you a tracking number.']] },
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const edited = (text: string, changes: Changed['changes']) =>
  changes.reduce((all, [before, after]) => all.replace(before, after), text);

/** New texts for default templates that the company has not edited; each becomes a version like any other change. */
export class TemplateTexts extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const [trigger, { changes, ...before }] of Object.entries(changed)) this.#replace(trigger, before, changes);
  }

  override down(): void | Promise<void> {
    for (const [trigger, { changes, ...before }] of Object.entries(changed)) {
      const { name, subject, content } = before;
      const after = {
        name: edited(name, changes),
        subject: edited(subject, changes),
        content: edited(content, changes),
      };
      this.#replace(
        trigger,
        after,
        changes.map(([old, current]) => [current, old] as const),
      );
    }
  }

  #replace(trigger: string, from: Omit<Changed, 'changes'>, changes: Changed['changes']): void {
    const [name, subject, content] = [from.name, from.subject, from.content].map(quoted);
    const [newName, newSubject, newContent] = [from.name, from.subject, from.content].map((text) =>
      quoted(edited(text, changes)),
    );
    // Where the name alone is new, one that the company gave stays, and makes no version.
    const isOnlyName = newSubject === subject && newContent === content;
    this.addSql(`with updated as (
        update "email_templates" set "name" = case when "name" = ${name} then ${newName} else "name" end,
          "subject" = ${newSubject}, "content" = ${newContent}, "version" = "version" + 1, "updated_at" = now()
        where "trigger" = ${quoted(trigger)} and "subject" = ${subject} and "content" = ${content}${isOnlyName ? ` and "name" = ${name}` : ''}
        returning *)
      insert into "template_versions" ("template_id", "version", "name", "type", "trigger", "subject", "content", "saved_at", "saved_by")
      select "id", "version", "name", "type", "trigger", "subject", "content", now(), 'QuickFleet' from updated;`);
  }
}
