import { type DefaultTemplate, hello, text } from './defaults.parts.ts';

const see = 'See your quote: {{quoteUrl}}';

/** What is sent about a quote: to its customer and to the office. */
export const quoteTemplates: readonly DefaultTemplate[] = [
  {
    trigger: 'quote_received',
    type: 'customer',
    name: 'Quote received',
    subject: 'We received your delivery request {{quoteReference}}',
    content: text(
      hello,
      'Thank you for your request. We will review it and get back to you with a price within {{priceWithin}}.',
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
      'A new quote request has come in. The customer was promised a price within {{priceWithin}}.',
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
      'Your quote is ready. As soon as your payment arrives, we’ll book your delivery and send you a tracking number.',
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
      'We have changed your quote: {{whatChanged}}. The quote page shows the changes.',
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
      'Your quote expires soon. On the quote page you can accept it, ask a question, or let us know that you don’t need it.',
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
      'We haven’t heard from you about your quote. On the quote page you can accept it, ask a question, or choose another day.',
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
      'Thank you for accepting the quote. Its page keeps a copy of what we agreed. As soon as your payment arrives, we’ll book your delivery.',
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
    subject: '{{customerName}} requests another day for quote #{{quoteId}}',
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
      'Thank you, your payment has arrived. Next, we’ll book your delivery and send you a tracking number.',
      'Quote: {{quoteReference}}\nItems: {{itemCount}}\nPaid: {{totalPrice}}',
      see,
    ),
  },
];
