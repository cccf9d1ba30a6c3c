import type { ProofPiece } from '@quickfleet/shared/company/proof/proof-rules';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { wholeOrder } from '../../../../../test/rows.ts';
import { OrderPieces } from './order-pieces.tsx';

const piece = (more: Partial<ProofPiece>): ProofPiece => ({
  id: 1,
  kind: 'pin',
  stop: 'delivery',
  itemId: null,
  attemptId: null,
  parcel: null,
  url: null,
  sha256: null,
  isLate: false,
  takenAt: '2026-03-02T14:02:00.000Z',
  receivedAt: '2026-03-02T16:40:00.000Z',
  position: { lat: 52.1, lng: 13.4, accuracy: 12 },
  deviceId: 'd1f0c2b4a6e8',
  deviceName: 'Android, Chrome',
  clockOffBy: 480,
  by: 'Robin Rider',
  ...more,
});
const textOf = (element: HTMLElement) => element.textContent ?? '';

test('P94 staff see of each piece when it was taken and sent, where, by whom and its hash', () => {
  const sha256 = 'ab'.repeat(32);
  renderPart(
    <OrderPieces
      order={wholeOrder({
        proofPieces: [
          piece({}),
          piece({ id: 2, kind: 'scan', parcel: 2, clockOffBy: null, position: null, sha256 }),
          piece({
            id: 3,
            stop: 'pickup',
            kind: 'photo',
            receivedAt: '2026-03-02T14:02:30.000Z',
            clockOffBy: -360,
            isLate: true,
          }),
        ],
      })}
    />,
  );
  const [pin, scan] = within(screen.getByRole('region', { name: 'Proof at the delivery' })).getAllByRole('listitem');
  if (!pin || !scan) throw new Error('Two pieces belong to the delivery');
  for (const words of ['Taken', '2:02 PM', 'Sent', '4:40 PM UTC from offline', '± 12 m', 'Robin Rider', '8 min fast'])
    expect(textOf(pin)).toContain(words);
  for (const words of ['Scan, parcel 2', 'Not given', 'SHA-256 abababababab']) expect(textOf(scan)).toContain(words);
  const pickup = textOf(screen.getByRole('region', { name: 'Proof at the pickup' }));
  expect(pickup).toContain('6 min slow');
  expect(pickup).not.toContain('from offline');
  expect([textOf(pin), textOf(scan), pickup].map((text) => text.includes('Late'))).toEqual([false, false, true]);
});
