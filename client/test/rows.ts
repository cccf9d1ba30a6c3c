// Rows as the server sends them; a test names what matters to it.

import { defaultStopRules } from '@quickfleet/shared/company/proof/proof-demands';
import type { Order, OrderItem, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { PIN_TRIES_MAX } from '@quickfleet/shared/limits';
import type { User } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';

export const orderRow = (more: Partial<OrderRow> = {}): OrderRow => ({
  id: 1,
  trackingNumber: 'QF000000000001',
  status: 'pending',
  driverId: null,
  driver: null,
  customerId: null,
  customerName: 'Ada Sender',
  customerEmail: null,
  customerPhone: null,
  customerCompany: null,
  quotePrice: null,
  netTotal: '120.00',
  taxTotal: '0.00',
  currency: 'USD',
  externalId: null,
  metadata: {},
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  pickupContact: null,
  deliveryContact: null,
  notes: null,
  language: null,
  driverNotes: null,
  officeNotes: null,
  parcels: 1,
  onAccount: false,
  deliveryDate: null,
  plannedDay: null,
  pickupWindow: null,
  deliveryWindow: null,
  eta: null,
  delay: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  deliveredAt: null,
  actualDelivery: null,
  outcome: null,
  failedAt: null,
  correctedAt: null,
  attempts: [],
  charges: [],
  proofRules: null,
  quoteId: null,
  items: [],
  version: 1,
  ...more,
});

export const orderItem = (more: Partial<OrderItem> = {}): OrderItem => ({
  id: 1,
  name: 'Lamp',
  description: null,
  quantity: 1,
  value: null,
  imageUrls: [],
  pickupImageUrls: [],
  transitImageUrls: [],
  deliveryImageUrls: [],
  isPickedUp: false,
  isInTransit: false,
  isDelivered: false,
  updatedAt: '2026-03-01T09:30:00.000Z',
  ...more,
});

const noProof: Order['proof']['pickup'] = {
  ...defaultStopRules,
  isSaid: false,
  pinVerified: false,
  pinTriesLeft: PIN_TRIES_MAX,
  scanned: [],
};
/** An order in full, as staff read it. */
export const wholeOrder = (more: Partial<Order> = {}): Order => ({
  ...orderRow(),
  accessCode: null,
  correctableTo: null,
  quote: null,
  signatures: [],
  pickupSignature: null,
  deliverySignature: null,
  proof: { pickup: noProof, delivery: noProof },
  ...more,
});

export const userRow = (role: Role, more: Partial<User> = {}): User => ({
  id: 5,
  username: 'robin',
  role,
  firstName: 'Robin',
  lastName: 'Rider',
  email: null,
  phone: null,
  language: null,
  isActive: true,
  hasSecondFactor: false,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  version: 1,
  ...more,
});
