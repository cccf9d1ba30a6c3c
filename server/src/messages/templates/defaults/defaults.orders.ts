import { type DefaultTemplate, hello, text } from './defaults.parts.ts';

const track = 'Track your delivery: {{trackingUrl}}';

/** What a list says of each order. */
export const orderOfList = text(
  'Tracking number: {{trackingNumber}}\nDriver: {{driverName}}\nDelivery on: {{deliveryDate}}\nTime: {{plannedWindow}}',
  track,
);

/** Mails to customers about their order. */
export const orderTemplates: readonly DefaultTemplate[] = [
  {
    trigger: 'order_created',
    type: 'customer',
    name: 'Order created with tracking link',
    subject: 'Your delivery {{trackingNumber}} is booked',
    content: text(
      hello,
      'Your delivery is booked. Use the tracking number to follow every step, from pickup to delivery.',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivery on: {{deliveryDate}}',
      track,
    ),
  },
  {
    trigger: 'driver_assigned',
    type: 'customer',
    name: 'Driver assigned',
    subject: '{{driverName}} is your driver for delivery {{trackingNumber}}',
    content: text(
      hello,
      'Your driver will pick up your delivery and take it to its destination.',
      'Tracking number: {{trackingNumber}}\nDriver: {{driverName}}\nDelivery on: {{deliveryDate}}\nTime: {{plannedWindow}}',
      track,
    ),
  },
  {
    trigger: 'orders_planned',
    type: 'customer',
    name: 'Several orders planned',
    subject: 'Drivers and times of your {{itemCount}} deliveries',
    content: text(hello, 'These deliveries have a driver and a time now.', '{{orderList}}'),
  },
  {
    trigger: 'recurring_confirmed',
    type: 'customer',
    name: 'Recurring job confirmed',
    subject: 'Your recurring delivery is set up: {{schedule}}',
    content: text(
      hello,
      'Your recurring delivery is set up. You get a message when each delivery is picked up and delivered.',
      'When: {{schedule}}\nFirst day: {{deliveryDate}}\nTime: {{plannedWindow}}\nItems: {{itemCount}}',
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
      'Your delivery has arrived. The tracking page shows every step. Thank you for choosing us.',
      '{{whatHappened}}',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}\nDelivered: {{deliveryDate}}',
      'See your delivery: {{trackingUrl}}',
      'Rate your delivery: {{rateUrl}}',
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
    trigger: 'order_corrected',
    type: 'customer',
    name: 'Mistake corrected',
    subject: 'Correction about your delivery {{trackingNumber}}',
    content: text(
      hello,
      '{{whatHappened}}',
      'We are sorry for the confusion. The tracking page shows what is true now.',
      'Tracking number: {{trackingNumber}}\nItems: {{itemCount}}',
      track,
    ),
  },
  {
    trigger: 'attempt_failed',
    type: 'customer',
    name: 'Failed attempt',
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
    name: 'Failed attempt (office)',
    subject: '{{attemptResult}}: order {{trackingNumber}}',
    content: text(
      '{{attemptResult}}: {{reason}}. Please choose what happens next.',
      'Order: {{trackingNumber}}\nCustomer: {{customerName}}\nDriver: {{driverName}}\nAttempt: {{attemptNumber}}\nNote: {{noteOffice}}',
      'Message to the customer: {{whatHappened}}',
      'Choose what happens next: {{adminUrl}}',
    ),
  },
  {
    trigger: 'request_office',
    type: 'admin',
    name: 'Request about a delivery (office)',
    subject: 'Request about order {{trackingNumber}}',
    content: text(
      'The customer or the recipient asks for a change:',
      '{{whatChanged}}',
      'Order: {{trackingNumber}}\nCustomer: {{customerName}}\nDriver: {{driverName}}',
      'Accept or refuse: {{adminUrl}}',
    ),
  },
  {
    trigger: 'request_answered',
    type: 'customer',
    name: 'Request answered',
    subject: 'Your request about delivery {{trackingNumber}}',
    content: text(
      hello,
      '{{whatHappened}}',
      '{{whatNext}}',
      'Tracking number: {{trackingNumber}}\nTime: {{plannedWindow}}',
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
    subject: 'Your delivery {{trackingNumber}} is going back to the sender',
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
      'Please don’t share the PIN until the driver is with you.',
      'Tracking number: {{trackingNumber}}',
      track,
    ),
  },
];
