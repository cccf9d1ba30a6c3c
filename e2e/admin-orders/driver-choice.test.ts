import { MantineProvider } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/orders';
import { type Role, roles } from '@quickfleet/shared/roles';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DriverCell } from '../../client/src/features/orders/driver-cell.tsx';

const order: OrderRow = {
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
  deliveryDate: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  deliveredAt: null,
  actualDelivery: null,
  quoteId: null,
  items: [],
  version: 1,
};
const driver = { id: 7, username: 'robin', firstName: 'Robin', lastName: 'Rider' };
const choiceOf = (role: Role): string =>
  renderToString(
    createElement(
      MantineProvider,
      null,
      createElement(DriverCell, { role, order, drivers: [driver], onAssign: () => {}, onReassign: () => {} }),
    ),
  );

describe('the driver choice of an unassigned order', () => {
  test('T03 is disabled unless the role is admin or dispatcher', () => {
    for (const role of roles) {
      const input = /<input[^>]*aria-label="Driver of QF00 0000 0000 01"[^>]*>/.exec(choiceOf(role))?.[0] ?? '';
      expect(input, role).not.toBe('');
      expect(/\sdisabled=/.test(input), role).toBe(role !== 'admin' && role !== 'dispatcher');
    }
  });
});
