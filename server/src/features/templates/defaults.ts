import type { TemplateTrigger, TemplateType } from '@quickfleet/shared/templates';

export interface DefaultTemplate {
  trigger: TemplateTrigger;
  type: TemplateType;
  name: string;
  subject: string;
  content: string;
}

const hello = 'Hello {{customerName}},';
const text = (...paragraphs: string[]) => paragraphs.join('\n\n');
const see = 'See your quote: {{quoteUrl}}';
const track = 'Track your delivery: {{trackingUrl}}';
const job = [
  'Job: {{trackingNumber}}',
  'Customer: {{customerName}}',
  'Pickup: {{pickupAddress}}',
  'Pickup time: {{pickupWindow}}',
  'Delivery: {{deliveryAddress}}',
  'Delivery time: {{deliveryWindow}}',
  'Day: {{deliveryDate}}',
  'Items: {{itemCount}}',
  'Notes: {{driverNotes}}',
].join('\n');
const openJob = 'Open the job: {{jobUrl}}';

/**
 * What 'initialize' creates, and what is sent for a trigger that has no template of its own. Blank lines part
 * paragraphs; a line 'Label: link' by itself is shown as a button, several lines 'Label: value' as a table.
 */
export const defaultTemplates: readonly DefaultTemplate[] = [
  {
    trigger: 'quote_received',
    type: 'customer',
    name: 'Quote received',
    subject: 'We received your delivery request {{quoteReference}}',
    content: text(
      hello,
      'Thank you for your request. We will review it and get back to you with a price within 24 hours.',
      'Reference: {{quoteReference}}\nRequested: {{submissionDate}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}',
      see,
    ),
  },
  {
    trigger: 'quote_received_office',
    type: 'admin',
    name: 'New quote request (office)',
    subject: 'New quote request #{{quoteId}} from {{customerName}}',
    content: text(
      'A new quote request has come in. The customer was promised a price within 24 hours.',
      'Customer: {{customerName}}\nE-mail: {{customerEmail}}\nItems: {{itemCount}}\nRequested: {{submissionDate}}\nDelivery on: {{deliveryDate}}',
      'Open the request: {{adminUrl}}',
    ),
  },
  {
    trigger: 'quote_sent',
    type: 'customer',
    name: 'Quote with payment link',
    subject: 'Your delivery quote {{quoteReference}}: {{totalPrice}}',
    content: text(
      hello,
      'Your quote is ready. As soon as your payment has arrived, we book your delivery and send you its tracking number.',
      'Quote: {{quoteReference}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}',
      see,
      'Pay now: {{paymentLink}}',
    ),
  },
  {
    trigger: 'quote_changed',
    type: 'customer',
    name: 'Quote changed',
    subject: 'Your delivery quote {{quoteReference}} has changed: {{totalPrice}}',
    content: text(
      hello,
      'We have changed your quote: {{whatChanged}}. Its page shows what is different.',
      'Quote: {{quoteReference}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}',
      see,
    ),
  },
  {
    trigger: 'quote_ending',
    type: 'customer',
    name: 'Quote ends soon (reminder)',
    subject: 'Your delivery quote {{quoteReference}} is valid until {{validUntil}}',
    content: text(
      hello,
      'Your quote ends soon. Accept it on its page, ask us there what is unclear, or tell us that you do not need it.',
      'Quote: {{quoteReference}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}',
      see,
    ),
  },
  {
    trigger: 'quote_silent',
    type: 'customer',
    name: 'Quote waits for an answer (reminder)',
    subject: 'Do you have questions about your quote {{quoteReference}}?',
    content: text(
      hello,
      'We have not heard from you about your quote. On its page you can accept it, ask us, or choose another day.',
      'Quote: {{quoteReference}}\nTotal: {{totalPrice}}\nValid until: {{validUntil}}',
      see,
    ),
  },
  {
    trigger: 'quote_answered',
    type: 'customer',
    name: 'Question answered',
    subject: 'We have answered your question about {{quoteReference}}',
    content: text(hello, 'You asked: {{questionText}}', 'Our answer: {{answerText}}', see),
  },
  {
    trigger: 'quote_accepted',
    type: 'customer',
    name: 'Quote accepted',
    subject: 'Your delivery quote {{quoteReference}} is accepted',
    content: text(
      hello,
      'Thank you, the quote is accepted. What was agreed stays on its page. As soon as your payment has arrived, we book your delivery.',
      'Quote: {{quoteReference}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}\nTotal: {{totalPrice}}',
      see,
      'Pay now: {{paymentLink}}',
    ),
  },
  {
    trigger: 'quote_question_office',
    type: 'admin',
    name: 'Customer asks (office)',
    subject: '{{customerName}} asks about quote #{{quoteId}}',
    content: text(
      '{{customerName}} asks about quote {{quoteReference}}:',
      '{{questionText}}',
      'Answer it: {{adminUrl}}',
    ),
  },
  {
    trigger: 'quote_accepted_office',
    type: 'admin',
    name: 'Quote accepted (office)',
    subject: '{{customerName}} accepted quote #{{quoteId}}',
    content: text(
      '{{customerName}} accepted quote {{quoteReference}}.',
      'Quote: #{{quoteId}}\nTotal: {{totalPrice}}\nDelivery on: {{deliveryDate}}',
      'Open the quote: {{adminUrl}}',
    ),
  },
  {
    trigger: 'quote_declined_office',
    type: 'admin',
    name: 'Quote declined (office)',
    subject: '{{customerName}} declined quote #{{quoteId}}',
    content: text('{{customerName}} declined quote {{quoteReference}}:', '{{reason}}', 'Open the quote: {{adminUrl}}'),
  },
  {
    trigger: 'quote_date_office',
    type: 'admin',
    name: 'Customer changed the date (office)',
    subject: '{{customerName}} wishes another day for quote #{{quoteId}}',
    content: text(
      '{{customerName}} has changed {{whatChanged}} of quote {{quoteReference}}.',
      'Delivery on: {{deliveryDate}}',
      'Open the quote: {{adminUrl}}',
    ),
  },
  {
    trigger: 'quote_paid',
    type: 'customer',
    name: 'Payment received',
    subject: 'Payment received for quote {{quoteReference}}',
    content: text(
      hello,
      'Thank you, your payment has arrived. Next we book your delivery and send you its tracking number.',
      'Quote: {{quoteReference}}\nItems: {{itemCount}}\nPaid: {{totalPrice}}',
      see,
    ),
  },
  {
    trigger: 'order_created',
    type: 'customer',
    name: 'Order created with tracking link',
    subject: 'Your delivery {{trackingNumber}} is booked',
    content: text(
      hello,
      'Your delivery is booked. With its tracking number you can watch every step, from pickup to the signature at the door.',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}',
      track,
    ),
  },
  {
    trigger: 'driver_assigned',
    type: 'customer',
    name: 'Driver assigned',
    subject: '{{driverName}} will carry your delivery {{trackingNumber}}',
    content: text(
      hello,
      'Your delivery has a driver, who will pick it up and bring it to its destination.',
      'Tracking number: {{trackingNumber}}\nDriver: {{driverName}}\nDelivery on: {{deliveryDate}}',
      track,
    ),
  },
  {
    trigger: 'order_picked_up',
    type: 'customer',
    name: 'Items picked up',
    subject: 'Your delivery {{trackingNumber}} was picked up',
    content: text(
      hello,
      'Your items were picked up, and the pickup was signed for.',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDriver: {{driverName}}\nDelivery on: {{deliveryDate}}',
      track,
    ),
  },
  {
    trigger: 'order_in_transit',
    type: 'customer',
    name: 'In transit',
    subject: 'Your delivery {{trackingNumber}} is on its way',
    content: text(
      hello,
      'Your delivery is on its way to its destination.',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDriver: {{driverName}}\nDelivery on: {{deliveryDate}}',
      track,
    ),
  },
  {
    trigger: 'order_delivered',
    type: 'customer',
    name: 'Delivered',
    subject: 'Your delivery {{trackingNumber}} has arrived',
    content: text(
      hello,
      'Your delivery has arrived. Its tracking page shows every step it took. Thank you for trusting us.',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivered: {{deliveryDate}}',
      'See your delivery: {{trackingUrl}}',
      'Proof of delivery, for 30 days: {{proofUrl}}',
    ),
  },
  {
    trigger: 'order_cancelled',
    type: 'customer',
    name: 'Order cancelled',
    subject: 'Your delivery {{trackingNumber}} was cancelled',
    content: text(
      hello,
      'Your delivery was cancelled. If you did not expect this, please get in touch with us: we will sort it out.',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}',
    ),
  },
  {
    trigger: 'attempt_failed',
    type: 'customer',
    name: 'Attempt without success',
    subject: 'About your delivery {{trackingNumber}}',
    content: text(
      hello,
      '{{whatHappened}}',
      '{{whatNext}}',
      'Tracking number: {{trackingNumber}}\nAttempt: {{attemptNumber}}',
      track,
    ),
  },
  {
    trigger: 'order_retry',
    type: 'customer',
    name: 'We try again',
    subject: 'New time for your delivery {{trackingNumber}}',
    content: text(
      hello,
      '{{whatHappened}}',
      'Tracking number: {{trackingNumber}}\nPlanned for: {{plannedWindow}}\nNote: {{whatNext}}',
      track,
    ),
  },
  {
    trigger: 'order_returning',
    type: 'customer',
    name: 'On the way back to the sender',
    subject: 'Your delivery {{trackingNumber}} goes back to the sender',
    content: text(hello, '{{whatHappened}}', 'Tracking number: {{trackingNumber}}\nNote: {{whatNext}}', track),
  },
  {
    trigger: 'order_returned',
    type: 'customer',
    name: 'Returned to the sender',
    subject: 'Your delivery {{trackingNumber}} was returned to the sender',
    content: text(
      hello,
      '{{whatHappened}}',
      'Tracking number: {{trackingNumber}}',
      'See your delivery: {{trackingUrl}}',
    ),
  },
  {
    trigger: 'delivery_pin',
    type: 'customer',
    name: 'PIN for the handover',
    subject: 'The PIN for your delivery {{trackingNumber}}',
    content: text(
      hello,
      '{{whatHappened}}',
      'PIN: {{deliveryPin}}',
      'Please tell the PIN to nobody before the driver stands in front of you.',
      'Tracking number: {{trackingNumber}}',
      track,
    ),
  },
  {
    trigger: 'driver_job_assigned',
    type: 'driver',
    name: 'New job (driver)',
    subject: 'New job {{trackingNumber}}',
    content: text('Hello {{driverName}},', 'You have a new job.', job, openJob),
  },
  {
    trigger: 'driver_job_changed',
    type: 'driver',
    name: 'Job changed (driver)',
    subject: 'Job {{trackingNumber}} has changed',
    content: text(
      'Hello {{driverName}},',
      'One of your jobs has changed: {{whatChanged}}. This is how it stands now.',
      job,
      openJob,
    ),
  },
  {
    trigger: 'driver_job_removed',
    type: 'driver',
    name: 'Job removed (driver)',
    subject: 'Job {{trackingNumber}} is no longer yours',
    content: text(
      'Hello {{driverName}},',
      'Please do not drive this job any more: {{whatChanged}}.',
      'Job: {{trackingNumber}}\nPickup: {{pickupAddress}}\nDelivery: {{deliveryAddress}}\nDay: {{deliveryDate}}',
    ),
  },
];
