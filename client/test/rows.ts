// Rows as the server sends them; a test names what matters to it.
import type { OrderRow } from '@quickfleet/shared/orders';
import type { Role } from '@quickfleet/shared/roles';
import type { User } from '@quickfleet/shared/users';

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
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  notes: null,
  driverNotes: null,
  officeNotes: null,
  parcels: 1,
  onAccount: false,
  deliveryDate: null,
  pickupWindow: null,
  deliveryWindow: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  deliveredAt: null,
  actualDelivery: null,
  quoteId: null,
  items: [],
  version: 1,
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
  isActive: true,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  version: 1,
  ...more,
});
