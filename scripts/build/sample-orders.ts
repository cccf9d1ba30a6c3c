// Orders in every variant of the tracking page: their styles are part of its template.
import { type OrderStatus, trackingSteps } from '@quickfleet/shared/delivery/orders/order-status';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';

// A recent time shows its age too.
const at = new Date().toISOString();
const later = new Date(Date.now() + 7_200_000).toISOString();
const image = '/files/00000000000000000000000000000000.jpg';

const attempt: TrackedOrder['attempts'][number] = {
  stop: 'delivery',
  number: 1,
  outcome: 'partial',
  reason: 'not_home',
  reasonText: 'Nobody was there',
  place: 'safe_place',
  noteCustomer: 'The lamp comes tomorrow',
  photoUrls: [image],
  reattemptOn: '2026-01-02',
  resolution: 'retry',
  takenAt: at,
  receivedAt: at,
  items: [{ name: 'Box of books', delivered: 1, of: 2, damaged: true }],
};

const sample = (status: OrderStatus, more: Partial<TrackedOrder> = {}): TrackedOrder => ({
  trackingNumber: 'QF001234',
  isLocked: false,
  deliveryArea: null,
  status,
  hasDriver: true,
  customerName: 'Ada Sender',
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  deliveryDate: at,
  plannedDay: null,
  pickupWindow: null,
  deliveryWindow: null,
  eta: null,
  delay: null,
  whereabouts: null,
  createdAt: at,
  updatedAt: at,
  deliveredAt: null,
  actualDelivery: null,
  cancelledAt: null,
  outcome: null,
  collect: null,
  collected: null,
  attempts: [],
  claims: [
    { reference: 'C-7KM3QF9A', kind: 'damaged', state: 'settled', answer: 'Paid back', createdAt: at, settledAt: at },
  ],
  steps: trackingSteps.map((step) => ({ step, completedAt: at })),
  driver: { firstName: 'Sam', phone: '+1 555 0142' },
  quote: { signatureUrl: image, signatureCustomerName: 'Ada Sender', signatureCapturedAt: at },
  items: [true, false].map((isPickedUp) => ({
    name: 'Box of books',
    description: 'Heavy',
    quantity: 2,
    imageUrls: [image],
    pickupImageUrls: isPickedUp ? [image] : [],
    deliveryImageUrls: isPickedUp ? [image] : [],
    isPickedUp,
    isInTransit: false,
    isDelivered: isPickedUp,
  })),
  ...more,
});

export const sampleOrders: readonly TrackedOrder[] = [
  sample('pending', { hasDriver: false, driver: null, quote: null }),
  sample('in_transit', {
    whereabouts: { stopsBefore: 0, place: { lat: 0, lng: 0, radius: 150 }, kilometres: '1.2', at },
  }),
  sample('in_transit', {
    isLocked: true,
    deliveryArea: '627',
    deliveryWindow: { from: at, to: later },
    eta: { from: at, to: later, confidence: 0.8, basis: 'under_way', stopsBefore: 3, updatedAt: at },
    delay: { reason: 'traffic', words: null, at },
    outcome: 'failed',
    attempts: [attempt],
  }),
  sample('delivered', { deliveredAt: at, pickupAddress: '', items: [] }),
  sample('cancelled', { cancelledAt: at }),
];
