import { message } from '@quickfleet/shared/words/t';
import { arrival, hello, only, photos, type WrittenTemplate } from './defaults.parts.ts';

const track = message('Track your delivery: {trackingUrl}');

/** What a list says of each order. */
export const orderOfList = [
  [
    message('Tracking number: {trackingNumber}'),
    message('Driver: {driverName}'),
    message('Delivery on: {deliveryDate}'),
    message('Time: {plannedWindow}'),
  ],
  track,
];

/** What a mail about one order says of each of the others that it is about. */
export const otherOrderOfList = [
  only('whatHappened'),
  [
    message('Also for: {trackingNumber}'),
    message('Items: {itemCount}'),
    message('See your delivery: {trackingUrl}'),
    message('Rate your delivery: {rateUrl}'),
    message('Proof of delivery, for 30 days: {proofUrl}'),
  ],
];

/** Mails to customers about their order. */
export const orderTemplates: readonly WrittenTemplate[] = [
  {
    trigger: 'order_created',
    type: 'customer',
    name: message('Order created with tracking link'),
    subject: message('Your delivery {trackingNumber} is booked'),
    content: [
      hello,
      message('Your delivery is booked. Use the tracking number to follow every step, from pickup to delivery.'),
      [
        message('Tracking number: {trackingNumber}'),
        message('Items: {itemCount}'),
        message('Delivery on: {deliveryDate}'),
        message('Time: {plannedWindow}'),
      ],
      track,
    ],
  },
  {
    trigger: 'driver_assigned',
    type: 'customer',
    name: message('Driver assigned'),
    subject: message('{driverName} is your driver for delivery {trackingNumber}'),
    content: [
      hello,
      message('Your driver will pick up your delivery and take it to its destination.'),
      [
        message('Tracking number: {trackingNumber}'),
        message('Driver: {driverName}'),
        message('Delivery on: {deliveryDate}'),
        message('Time: {plannedWindow}'),
      ],
      track,
    ],
  },
  {
    trigger: 'orders_planned',
    type: 'customer',
    name: message('Several orders planned'),
    subject: message('Drivers and times of your {itemCount} deliveries'),
    content: [hello, message('These deliveries have a driver and a time now.'), only('orderList')],
  },
  {
    trigger: 'recurring_confirmed',
    type: 'customer',
    name: message('Recurring job confirmed'),
    subject: message('Your recurring delivery is set up: {schedule}'),
    content: [
      hello,
      message('Your recurring delivery is set up. You get a message when each delivery is picked up and delivered.'),
      [
        message('When: {schedule}'),
        message('First day: {deliveryDate}'),
        message('Time: {plannedWindow}'),
        message('Items: {itemCount}'),
      ],
    ],
  },
  {
    trigger: 'order_picked_up',
    type: 'customer',
    name: message('Items picked up'),
    subject: message('Your delivery {trackingNumber} was picked up'),
    content: [
      hello,
      message('Your items were picked up, and the pickup was signed for.'),
      [
        message('Tracking number: {trackingNumber}'),
        message('Items: {itemCount}'),
        message('Driver: {driverName}'),
        message('Delivery on: {deliveryDate}'),
      ],
      track,
    ],
  },
  {
    trigger: 'order_in_transit',
    type: 'customer',
    name: message('In transit'),
    subject: message('Your delivery {trackingNumber} is on its way'),
    content: [
      hello,
      message('Your delivery is on its way to its destination.'),
      [
        message('Tracking number: {trackingNumber}'),
        message('Items: {itemCount}'),
        message('Driver: {driverName}'),
        message('Delivery on: {deliveryDate}'),
      ],
      track,
    ],
  },
  {
    trigger: 'order_delayed',
    type: 'customer',
    name: message('Delivery runs late'),
    subject: message('Your delivery {trackingNumber} is running late'),
    content: [
      hello,
      only('whatHappened'),
      only('whatNext'),
      [message('Tracking number: {trackingNumber}'), message('Items: {itemCount}')],
      track,
    ],
  },
  {
    trigger: 'order_delivered',
    type: 'customer',
    name: message('Delivered'),
    subject: message('Your delivery {trackingNumber} has arrived'),
    content: [
      hello,
      message('Your delivery has arrived. The tracking page shows every step. Thank you for choosing us.'),
      only('whatHappened'),
      [message('Tracking number: {trackingNumber}'), message('Items: {itemCount}'), ...arrival],
      message('See your delivery: {trackingUrl}'),
      photos,
      message('Rate your delivery: {rateUrl}'),
      message('Proof of delivery, for 30 days: {proofUrl}'),
      only('proofNote'),
    ],
  },
  {
    trigger: 'order_cancelled',
    type: 'customer',
    name: message('Order cancelled'),
    subject: message('Your delivery {trackingNumber} was cancelled'),
    content: [
      hello,
      message(
        'Your delivery was cancelled. If you did not expect this, please get in touch with us: we will sort it out.',
      ),
      [message('Tracking number: {trackingNumber}'), message('Items: {itemCount}')],
    ],
  },
  {
    trigger: 'order_corrected',
    type: 'customer',
    name: message('Mistake corrected'),
    subject: message('Correction about your delivery {trackingNumber}'),
    content: [
      hello,
      only('whatHappened'),
      message('We are sorry for the confusion. The tracking page shows what is true now.'),
      [message('Tracking number: {trackingNumber}'), message('Items: {itemCount}')],
      track,
    ],
  },
  {
    trigger: 'attempt_failed',
    type: 'customer',
    name: message('Failed attempt'),
    subject: message('About your delivery {trackingNumber}'),
    content: [
      hello,
      only('whatHappened'),
      only('whatNext'),
      [message('Tracking number: {trackingNumber}'), message('Attempt: {attemptNumber}')],
      track,
    ],
  },
  {
    trigger: 'attempt_failed_office',
    type: 'admin',
    name: message('Failed attempt (office)'),
    subject: message('{attemptResult}: order {trackingNumber}'),
    content: [
      message('{attemptResult}: {reason}. Please choose what happens next.'),
      [
        message('Order: {trackingNumber}'),
        message('Customer: {customerName}'),
        message('Driver: {driverName}'),
        message('Attempt: {attemptNumber}'),
        message('Note: {noteOffice}'),
      ],
      message('Message to the customer: {whatHappened}'),
      message('Choose what happens next: {adminUrl}'),
    ],
  },
  {
    trigger: 'request_office',
    type: 'admin',
    name: message('Request about a delivery (office)'),
    subject: message('Request about order {trackingNumber}'),
    content: [
      message('The customer or the recipient asks for a change:'),
      only('whatChanged'),
      [message('Order: {trackingNumber}'), message('Customer: {customerName}'), message('Driver: {driverName}')],
      message('Accept or refuse: {adminUrl}'),
    ],
  },
  {
    trigger: 'request_answered',
    type: 'customer',
    name: message('Request answered'),
    subject: message('Your request about delivery {trackingNumber}'),
    content: [
      hello,
      only('whatHappened'),
      only('whatNext'),
      [message('Tracking number: {trackingNumber}'), message('Time: {plannedWindow}')],
      track,
    ],
  },
  {
    trigger: 'order_retry',
    type: 'customer',
    name: message('We try again'),
    subject: message('New time for your delivery {trackingNumber}'),
    content: [
      hello,
      only('whatHappened'),
      [
        message('Tracking number: {trackingNumber}'),
        message('Planned for: {plannedWindow}'),
        message('Note: {whatNext}'),
      ],
      track,
    ],
  },
  {
    trigger: 'order_returning',
    type: 'customer',
    name: message('On the way back to the sender'),
    subject: message('Your delivery {trackingNumber} is going back to the sender'),
    content: [
      hello,
      only('whatHappened'),
      [message('Tracking number: {trackingNumber}'), message('Note: {whatNext}')],
      track,
    ],
  },
  {
    trigger: 'order_returned',
    type: 'customer',
    name: message('Returned to the sender'),
    subject: message('Your delivery {trackingNumber} was returned to the sender'),
    content: [
      hello,
      only('whatHappened'),
      message('Tracking number: {trackingNumber}'),
      message('See your delivery: {trackingUrl}'),
    ],
  },
  {
    trigger: 'delivery_pin',
    type: 'customer',
    name: message('PIN for the handover'),
    subject: message('The PIN for your delivery {trackingNumber}'),
    content: [
      hello,
      only('whatHappened'),
      message('PIN: {deliveryPin}'),
      message('Please don’t share the PIN until the driver is with you.'),
      message('Tracking number: {trackingNumber}'),
      track,
    ],
  },
];
