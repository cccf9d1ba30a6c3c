import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { RecurringForm } from './recurring-form.tsx';

const job: RecurringOrder = {
  id: 5,
  order: {
    customerName: 'Ada Sender',
    customerEmail: 'ada@example.com',
    customerPhone: null,
    customerCompany: null,
    pickupAddress: '1 Pickup Street',
    deliveryAddress: '2 Delivery Road',
    pickupContact: null,
    deliveryContact: null,
    notes: null,
    collect: null,
    language: 'de',
    driverNotes: null,
    officeNotes: null,
    parcels: 3,
    weightKg: null,
    needs: [],
    onAccount: true,
    quotePrice: null,
    netTotal: null,
    taxTotal: null,
    currency: 'USD',
    proofRules: { delivery: { scan: true } },
    driverId: null,
    pickupWindow: null,
    deliveryWindow: null,
    items: [{ name: 'Bread', description: null, quantity: 3, value: null, imageUrls: [] }],
  },
  driver: null,
  rule: 'FREQ=DAILY',
  ruleInWords: 'Every day',
  start: '2026-12-01',
  end: null,
  onClosedDay: 'keep',
  closedDays: [],
  paused: false,
  problem: null,
  upcoming: [],
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  version: 2,
};

test('Z15 a new note for the office goes back with all that the form does not show', async () => {
  const { user, calls } = renderPart(<RecurringForm job={job} onDone={() => {}} onCancel={() => {}} />, {
    answers: {
      company: { get: { quoting: { currency: 'USD' } } as CompanySettingsView },
      customers: { list: { data: [], total: 0, page: 1, limit: 20, totalPages: 0, nextCursor: null } },
      recurring: { preview: { ruleInWords: 'Every day', days: [], closedDays: [] }, update: job },
      users: { list: { data: [], total: 0, page: 1, limit: 100, totalPages: 0 } },
    },
  });
  await user.type(screen.getByLabelText('Notes for the office'), 'Pays late');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.some(({ path }) => path === 'recurring.update')).toBe(true));
  const sent = calls.find(({ path }) => path === 'recurring.update')?.input;
  const { currency: _, netTotal: _net, taxTotal: _tax, items, ...order } = job.order;
  expect(sent).toMatchObject({
    id: 5,
    order: { ...order, officeNotes: 'Pays late', items: [{ name: 'Bread', quantity: 3 }] },
  });
});
