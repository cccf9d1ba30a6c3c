import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { trackedOrder } from '../../../../test/rows.ts';
import { TrackingResult } from './tracking-result.tsx';

it('P136 the page of a delivery answers no finger for 700 ms after its state has changed', async () => {
  // Its proof comes with the delivery.
  const mailed = { reader: 'customer', token: 'link', proof: 'proof', receipt: null } as const;
  const page = (more: Parameters<typeof trackedOrder>[0] = {}) => (
    <TrackingResult order={trackedOrder(more)} freshness={null} mailed={mailed} />
  );
  const { rerender } = renderPart(page());
  const group = () => screen.getByRole('region', { name: 'Order status' }).closest('[role=group]');
  expect(group()?.getAttribute('aria-disabled')).toBeNull();
  rerender(page({ status: 'delivered', deliveredAt: '2026-03-10T11:00:00.000Z' }));
  expect(group()?.getAttribute('aria-disabled')).toBe('true');
  await waitFor(() => expect(group()?.getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 });
});

it('K51 one sentence at the top says when it comes, by when that was computed, and never a time that is over', () => {
  vi.useFakeTimers({ now: new Date('2026-03-10T13:00:00Z') });
  const window = { from: '2026-03-10T13:00:00.000Z', to: '2026-03-10T14:00:00.000Z' };
  const made = { confidence: 0.8, basis: 'window', stopsBefore: null } as const;
  const eta = { ...made, ...window, updatedAt: '2026-03-10T08:00:00.000Z' };
  const page = (more: Parameters<typeof trackedOrder>[0]) => (
    <TrackingResult order={trackedOrder({ deliveryWindow: window, ...more })} freshness={null} />
  );
  const said = () => screen.getByRole('region', { name: 'Order status' }).textContent;
  const { rerender } = renderPart(page({ eta }));
  expect(said()).toContain('Delivery Tue, Mar 10, 1:00 PM – 2:00 PM UTC · as of Mar 10, 2026, 8:00 AM UTC');
  const late = { ...eta, from: '2026-03-10T13:40:00.000Z', to: '2026-03-10T14:40:00.000Z' };
  const delay = { reason: 'traffic', words: null, at: '2026-03-10T12:55:00.000Z', minutes: 40 } as const;
  rerender(page({ eta: { ...late, updatedAt: delay.at }, delay }));
  expect(said()).toContain(
    'Later than planned, now expected Tue, Mar 10, 1:40 PM – 2:40 PM UTC · as of Mar 10, 2026, 12:55 PM UTC',
  );
  expect(said()).toContain('Running late: Heavy traffic');
  rerender(page({ eta }));
  act(() => vi.advanceTimersByTime(70 * 60_000));
  expect(said()).toContain('Later than planned, now expected Tue, Mar 10, 2:10 PM – 3:10 PM UTC');
  expect(said()).not.toContain('2:00 PM');
  vi.useRealTimers();
});
