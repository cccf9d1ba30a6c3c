import { message } from '@quickfleet/shared/words/t';
import { hello, only, type WrittenTemplate } from './defaults.parts.ts';

const see = message('See your quote: {quoteUrl}');

/** What is sent about a quote: to its customer and to the office. */
export const quoteTemplates: readonly WrittenTemplate[] = [
  {
    trigger: 'quote_received',
    type: 'customer',
    name: message('Quote received'),
    subject: message('We received your delivery request {quoteReference}'),
    content: [
      hello,
      message('Thank you for your request. We will review it and get back to you with a price within {priceWithin}.'),
      [
        message('Reference: {quoteReference}'),
        message('Requested: {submissionDate}'),
        message('Price by: {priceBy}'),
        message('Items: {itemCount}'),
        message('Delivery on: {deliveryDate}'),
        message('Price shown: {estimate}'),
      ],
      see,
    ],
  },
  {
    trigger: 'quote_received_office',
    type: 'admin',
    name: message('New quote request (office)'),
    subject: message('New quote request #{quoteId} from {customerName}'),
    content: [
      message('A new quote request has come in. The customer was promised a price within {priceWithin}.'),
      [
        message('Customer: {customerName}'),
        message('E-mail: {customerEmail}'),
        message('Items: {itemCount}'),
        message('Requested: {submissionDate}'),
        message('Delivery on: {deliveryDate}'),
      ],
      message('Open the request: {adminUrl}'),
    ],
  },
  {
    trigger: 'quote_sent',
    type: 'customer',
    name: message('Quote with payment link'),
    subject: message('Your delivery quote {quoteReference}: {totalPrice}'),
    content: [
      hello,
      message('Your quote is ready. {nextStep}'),
      [
        message('Quote: {quoteReference}'),
        message('Items: {itemCount}'),
        message('Delivery on: {deliveryDate}'),
        message('Total: {totalPrice}'),
        message('Valid until: {validUntil}'),
      ],
      see,
      message('Pay now: {paymentLink}'),
    ],
  },
  {
    trigger: 'quote_changed',
    type: 'customer',
    name: message('Quote changed'),
    subject: message('Your delivery quote {quoteReference} has changed: {totalPrice}'),
    content: [
      hello,
      message('We have changed your quote: {whatChanged}. The quote page shows the changes.'),
      [message('Quote: {quoteReference}'), message('Total: {totalPrice}'), message('Valid until: {validUntil}')],
      see,
    ],
  },
  {
    trigger: 'quote_ending',
    type: 'customer',
    name: message('Quote ends soon (reminder)'),
    subject: message('Your delivery quote {quoteReference} is valid until {validUntil}'),
    content: [
      hello,
      message(
        'Your quote expires soon. On the quote page you can accept it, ask a question, or let us know that you don’t need it.',
      ),
      [message('Quote: {quoteReference}'), message('Total: {totalPrice}'), message('Valid until: {validUntil}')],
      see,
    ],
  },
  {
    trigger: 'quote_silent',
    type: 'customer',
    name: message('Quote waits for an answer (reminder)'),
    subject: message('Do you have questions about your quote {quoteReference}?'),
    content: [
      hello,
      message(
        'We haven’t heard from you about your quote. On the quote page you can accept it, ask a question, or choose another day.',
      ),
      [message('Quote: {quoteReference}'), message('Total: {totalPrice}'), message('Valid until: {validUntil}')],
      see,
    ],
  },
  {
    trigger: 'quote_answered',
    type: 'customer',
    name: message('Question answered'),
    subject: message('We have answered your question about {quoteReference}'),
    content: [hello, message('You asked: {questionText}'), message('Our answer: {answerText}'), see],
  },
  {
    trigger: 'quote_accepted',
    type: 'customer',
    name: message('Quote accepted'),
    subject: message('Your delivery quote {quoteReference} is accepted'),
    content: [
      hello,
      message('Thank you for accepting the quote. Its page keeps a copy of what we agreed. {nextStep}'),
      [
        message('Quote: {quoteReference}'),
        message('Items: {itemCount}'),
        message('Delivery on: {deliveryDate}'),
        message('Total: {totalPrice}'),
      ],
      see,
      message('Pay now: {paymentLink}'),
    ],
  },
  {
    trigger: 'quote_question_office',
    type: 'admin',
    name: message('Customer asks (office)'),
    subject: message('{customerName} asks about quote #{quoteId}'),
    content: [
      message('{customerName} asks about quote {quoteReference}:'),
      only('questionText'),
      message('Answer it: {adminUrl}'),
    ],
  },
  {
    trigger: 'quote_accepted_office',
    type: 'admin',
    name: message('Quote accepted (office)'),
    subject: message('{customerName} accepted quote #{quoteId}'),
    content: [
      message('{customerName} accepted quote {quoteReference}.'),
      [message('Quote: #{quoteId}'), message('Total: {totalPrice}'), message('Delivery on: {deliveryDate}')],
      message('Open the quote: {adminUrl}'),
    ],
  },
  {
    trigger: 'quote_declined_office',
    type: 'admin',
    name: message('Quote declined (office)'),
    subject: message('{customerName} declined quote #{quoteId}'),
    content: [
      message('{customerName} declined quote {quoteReference}:'),
      only('reason'),
      message('Open the quote: {adminUrl}'),
    ],
  },
  {
    trigger: 'quote_date_office',
    type: 'admin',
    name: message('Customer changed the date (office)'),
    subject: message('{customerName} requests another day for quote #{quoteId}'),
    content: [
      message('{customerName} has changed {whatChanged} of quote {quoteReference}.'),
      message('Delivery on: {deliveryDate}'),
      message('Open the quote: {adminUrl}'),
    ],
  },
  {
    trigger: 'quote_paid',
    type: 'customer',
    name: message('Payment received'),
    subject: message('Payment received for quote {quoteReference}'),
    content: [
      hello,
      message('Thank you, your payment has arrived. Next, we’ll book your delivery and send you a tracking number.'),
      [message('Quote: {quoteReference}'), message('Items: {itemCount}'), message('Paid: {totalPrice}')],
      see,
    ],
  },
];
