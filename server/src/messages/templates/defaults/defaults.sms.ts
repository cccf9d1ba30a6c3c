import type { SmsTrigger } from '@quickfleet/shared/messages/templates';
import type { DefaultTemplate } from './defaults.parts.ts';

const facts = ['Time: {{deliveryWindow}}', 'Track: {{trackingUrl}}'];
const lines = (...all: string[]): string => [...all, ...facts].join('\n');

/** Text messages to the person at the delivery. Their subject is what the mailbox lists them by, and is not sent. */
export const smsTemplates: Readonly<Record<SmsTrigger, DefaultTemplate>> = {
  recipient_booked: {
    trigger: 'recipient_booked',
    type: 'sms',
    name: 'Booked (SMS to the recipient)',
    subject: 'A delivery from {{senderName}} is coming: {{trackingNumber}}',
    content: lines('{{senderName}} is sending you a delivery, and we bring it.', 'Day: {{deliveryDate}}'),
  },
  recipient_on_the_way: {
    trigger: 'recipient_on_the_way',
    type: 'sms',
    name: 'On the way (SMS to the recipient)',
    subject: 'Delivery {{trackingNumber}} is on its way',
    content: lines('The delivery from {{senderName}} is on its way to you.', 'Driver: {{driverName}}'),
  },
  recipient_delivered: {
    trigger: 'recipient_delivered',
    type: 'sms',
    name: 'Delivered (SMS to the recipient)',
    subject: 'Delivery {{trackingNumber}} has arrived',
    content: ['The delivery from {{senderName}} has arrived. {{whatHappened}}', 'Details: {{trackingUrl}}'].join('\n'),
  },
  recipient_failed: {
    trigger: 'recipient_failed',
    type: 'sms',
    name: 'Delivery failed (SMS to the recipient)',
    subject: "We couldn't deliver {{trackingNumber}}",
    content: ['From {{senderName}}: {{whatHappened}} {{whatNext}}', 'Details: {{trackingUrl}}'].join('\n'),
  },
  recipient_answered: {
    trigger: 'recipient_answered',
    type: 'sms',
    name: 'Request answered (SMS to the recipient)',
    subject: 'Your request about delivery {{trackingNumber}}',
    content: lines('{{whatHappened}} {{whatNext}}'),
  },
};
