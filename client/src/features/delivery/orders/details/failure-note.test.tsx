import type { Attempt } from '@quickfleet/shared/delivery/proof/attempts';
import type { Role } from '@quickfleet/shared/roles';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { orderRow } from '../../../../../test/rows.ts';
import { OrderTable } from '../list/order-list.tsx';

const failed: Attempt = {
  id: 1,
  stop: 'delivery',
  number: 1,
  outcome: 'failed',
  reason: 'not_home',
  reasonName: 'Nobody home',
  reasonText: 'Nobody was home',
  party: 'recipient',
  place: null,
  noteCustomer: null,
  noteOffice: null,
  photoUrls: [],
  items: [],
  arrivedAt: null,
  leftAt: null,
  reattemptOn: null,
  signerName: null,
  signerRelation: null,
  overrideReason: null,
  resolution: null,
  resolvedAt: null,
  correctedAt: null,
  after: null,
  takenAt: null,
  receivedAt: '2026-03-02T10:00:00.000Z',
  position: null,
  deviceId: null,
  deviceName: null,
  clockOffBy: null,
  by: 'Robin Rider',
};
const role: Role = 'admin';
const none = () => undefined;

test('P96 a row says why its order failed, and one that went back is returned', () => {
  renderPart(
    <OrderTable
      role={role}
      drivers={[]}
      pendingId={undefined}
      isCompact={false}
      selected={new Set()}
      orders={[
        orderRow({ id: 1, status: 'in_transit', outcome: 'failed', failedAt: failed.receivedAt, attempts: [failed] }),
        orderRow({ id: 2, status: 'cancelled', outcome: 'returned', attempts: [failed] }),
        orderRow({ id: 3, status: 'in_transit', outcome: 'returning', attempts: [failed] }),
      ]}
      onSelect={none}
      onSelectAll={none}
      onView={none}
      onEdit={none}
      onDelete={none}
      onAssign={none}
      onReassign={none}
      onStart={none}
      onComplete={none}
    />,
  );
  const [, first, second, third] = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '');
  expect(first).toContain('in transitNobody home');
  expect(second).toContain('returned');
  expect(second).not.toMatch(/cancelled|Nobody home/);
  expect(third).toContain('Back to the sender');
});
