import { type DefaultTemplate, hello, text } from './defaults.parts.ts';

const track = 'Track your delivery: {{trackingUrl}}';

/** Mails to customers about their order. */
export const orderTemplates: readonly DefaultTemplate[] = [
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
      '{{whatHappened}}',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivered: {{deliveryDate}}',
      'See your delivery: {{trackingUrl}}',
      'Proof of delivery, for 30 days: {{proofUrl}}',
      '{{proofNote}}',
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
    trigger: 'attempt_failed_office',
    type: 'admin',
    name: 'Attempt without success (office)',
    subject: '{{attemptResult}}: order {{trackingNumber}}',
    content: text(
      '{{attemptResult}}: {{reason}}. Nothing follows before you decide it.',
      'Order: {{trackingNumber}}\nCustomer: {{customerName}}\nDriver: {{driverName}}\nAttempt: {{attemptNumber}}\nNote: {{noteOffice}}',
      'The customer was told: {{whatHappened}}',
      'Decide what follows: {{adminUrl}}',
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
];
