import { type DefaultTemplate, text } from './defaults.parts.ts';

const hello = 'Hello {{recipientName}},';
const facts =
  'Tracking number: {{trackingNumber}}\nFrom: {{senderName}}\nItems: {{itemCount}}\nTo: {{deliveryAddress}}\nDelivery on: {{deliveryDate}}\nTime: {{deliveryWindow}}';
const track = 'Track the delivery: {{trackingUrl}}';

/** Mails to the person at the delivery, who is not the customer. */
export const recipientTemplates: readonly DefaultTemplate[] = [
  {
    trigger: 'recipient_booked',
    type: 'recipient',
    name: 'Booked (recipient)',
    subject: 'A delivery from {{senderName}} is coming to you: {{trackingNumber}}',
    content: text(hello, '{{senderName}} is sending you a delivery, and we bring it.', facts, track),
  },
  {
    trigger: 'recipient_on_the_way',
    type: 'recipient',
    name: 'On the way (recipient)',
    subject: 'Your delivery {{trackingNumber}} is on its way to you',
    content: text(
      hello,
      'The delivery from {{senderName}} is on its way to you.',
      `${facts}\nDriver: {{driverName}}`,
      track,
    ),
  },
  {
    trigger: 'recipient_delivered',
    type: 'recipient',
    name: 'Delivered (recipient)',
    subject: 'Your delivery {{trackingNumber}} has arrived',
    content: text(
      hello,
      'The delivery from {{senderName}} has arrived.',
      '{{whatHappened}}',
      facts,
      track,
      'Rate the delivery: {{rateUrl}}',
    ),
  },
  {
    trigger: 'recipient_failed',
    type: 'recipient',
    name: 'Delivery failed (recipient)',
    subject: 'We couldn’t deliver {{trackingNumber}}',
    content: text(hello, '{{whatHappened}}', '{{whatNext}}', facts, track),
  },
  {
    trigger: 'recipient_answered',
    type: 'recipient',
    name: 'Request answered (recipient)',
    subject: 'Your request about delivery {{trackingNumber}}',
    content: text(hello, '{{whatHappened}}', '{{whatNext}}', facts, track),
  },
];
