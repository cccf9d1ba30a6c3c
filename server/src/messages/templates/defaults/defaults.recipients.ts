import { message } from '@quickfleet/shared/words/t';
import { arrival, only, photos, type WrittenTemplate } from './defaults.parts.ts';

const hello = message('Hello {recipientName},');
const about = [
  message('Tracking number: {trackingNumber}'),
  message('From: {senderName}'),
  message('Items: {itemCount}'),
  message('To: {deliveryAddress}'),
];
const facts = [...about, message('Delivery on: {deliveryDate}'), message('Time: {deliveryWindow}')];
const track = message('Track the delivery: {trackingUrl}');

/** Mails to the person at the delivery, who is not the customer. */
export const recipientTemplates: readonly WrittenTemplate[] = [
  {
    trigger: 'recipient_booked',
    type: 'recipient',
    name: message('Booked (recipient)'),
    subject: message('A delivery from {senderName} is coming to you: {trackingNumber}'),
    content: [hello, message('{senderName} is sending you a delivery, and we bring it.'), facts, track],
  },
  {
    trigger: 'recipient_pin',
    type: 'recipient',
    name: message('PIN for the handover (recipient)'),
    subject: message('The PIN for the delivery {trackingNumber} to you'),
    content: [
      hello,
      message('When the delivery from {senderName} arrives, our driver asks you for a PIN.'),
      message('PIN: {deliveryPin}'),
      message('Please don’t share the PIN until the driver is with you.'),
      facts,
      track,
    ],
  },
  {
    trigger: 'recipient_on_the_way',
    type: 'recipient',
    name: message('On the way (recipient)'),
    subject: message('Your delivery {trackingNumber} is on its way to you'),
    content: [
      hello,
      message('The delivery from {senderName} is on its way to you.'),
      [...facts, message('Driver: {driverName}')],
      track,
    ],
  },
  {
    trigger: 'recipient_delayed',
    type: 'recipient',
    name: message('Running late (recipient)'),
    subject: message('Your delivery {trackingNumber} is running late'),
    content: [hello, only('whatHappened'), only('whatNext'), about, track],
  },
  {
    trigger: 'recipient_delivered',
    type: 'recipient',
    name: message('Delivered (recipient)'),
    subject: message('Your delivery {trackingNumber} has arrived'),
    content: [
      hello,
      message('The delivery from {senderName} has arrived.'),
      only('whatHappened'),
      [...about, ...arrival],
      track,
      photos,
      message('Rate the delivery: {rateUrl}'),
    ],
  },
  {
    trigger: 'recipient_failed',
    type: 'recipient',
    name: message('Delivery failed (recipient)'),
    subject: message('We couldn’t deliver {trackingNumber}'),
    content: [hello, only('whatHappened'), only('whatNext'), facts, track],
  },
  {
    trigger: 'recipient_answered',
    type: 'recipient',
    name: message('Request answered (recipient)'),
    subject: message('Your request about delivery {trackingNumber}'),
    content: [hello, only('whatHappened'), only('whatNext'), facts, track],
  },
];
