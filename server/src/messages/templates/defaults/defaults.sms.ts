import type { SmsTrigger } from '@quickfleet/shared/messages/templates';
import { type Message, message } from '@quickfleet/shared/words/t';
import { type DefaultTemplate, templateIn, type WrittenTemplate } from './defaults.parts.ts';

const facts = [message('Time: {deliveryWindow}'), message('Track: {trackingUrl}')];
const withFacts = (...all: Message[]): Message[] => [...all, ...facts];

/** Text messages to the person at the delivery. Their subject is what the mailbox lists them by, and is not sent. */
const written: Readonly<Record<SmsTrigger, WrittenTemplate>> = {
  recipient_booked: {
    trigger: 'recipient_booked',
    type: 'sms',
    name: message('Booked (SMS to the recipient)'),
    subject: message('A delivery from {senderName} is coming: {trackingNumber}'),
    content: [
      withFacts(message('{senderName} is sending you a delivery, and we bring it.'), message('Day: {deliveryDate}')),
    ],
  },
  recipient_pin: {
    trigger: 'recipient_pin',
    type: 'sms',
    name: message('PIN for the handover (SMS to the recipient)'),
    subject: message('The PIN for delivery {trackingNumber}'),
    content: [
      [
        message('PIN for the delivery from {senderName}: {deliveryPin}'),
        message('Tell it to the driver at the door.'),
        message('Track: {trackingUrl}'),
      ],
    ],
  },
  recipient_on_the_way: {
    trigger: 'recipient_on_the_way',
    type: 'sms',
    name: message('On the way (SMS to the recipient)'),
    subject: message('Delivery {trackingNumber} is on its way'),
    content: [
      withFacts(message('The delivery from {senderName} is on its way to you.'), message('Driver: {driverName}')),
    ],
  },
  recipient_delayed: {
    trigger: 'recipient_delayed',
    type: 'sms',
    name: message('Running late (SMS to the recipient)'),
    subject: message('Delivery {trackingNumber} is running late'),
    content: [
      [
        message('The delivery from {senderName} is running late. {whatNext}'),
        message('Now expected: {deliveryWindow}'),
        message('Track: {trackingUrl}'),
      ],
    ],
  },
  recipient_delivered: {
    trigger: 'recipient_delivered',
    type: 'sms',
    name: message('Delivered (SMS to the recipient)'),
    subject: message('Delivery {trackingNumber} has arrived'),
    content: [
      [message('The delivery from {senderName} has arrived. {whatHappened}'), message('Details: {trackingUrl}')],
    ],
  },
  recipient_failed: {
    trigger: 'recipient_failed',
    type: 'sms',
    name: message('Delivery failed (SMS to the recipient)'),
    subject: message("We couldn't deliver {trackingNumber}"),
    content: [[message('From {senderName}: {whatHappened} {whatNext}'), message('Details: {trackingUrl}')]],
  },
  recipient_answered: {
    trigger: 'recipient_answered',
    type: 'sms',
    name: message('Request answered (SMS to the recipient)'),
    subject: message('Your request about delivery {trackingNumber}'),
    content: [withFacts(message('{whatHappened} {whatNext}'))],
  },
};

export const smsTemplate = (trigger: SmsTrigger): DefaultTemplate => templateIn(written[trigger]);
export const smsTemplates = (): DefaultTemplate[] => Object.values(written).map(templateIn);
/** The name of such a template as history stores it: the key of its words. */
export const keyOfSmsName = (trigger: SmsTrigger): string => String(written[trigger].name);
