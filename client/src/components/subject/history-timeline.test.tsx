import type { HistoryLine } from '@quickfleet/shared/company/history/history';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { HistoryTimeline } from './history-timeline.tsx';

const line: HistoryLine = {
  id: 1,
  action: 'quote.priced',
  from: null,
  to: null,
  actor: 'Dana Office',
  actorKind: 'user',
  detail: 'no price → 1234.50',
  words: 'no price → $1,234.50',
  at: '2031-03-01T09:00:00.000Z',
  occurredAt: null,
};

test('C668 people read a line in words for people, and else as it is told to programs', async () => {
  const typed = { ...line, id: 2, action: 'order.cancelled', detail: 'Out of stock', words: null };
  renderPart(<HistoryTimeline lines={[line, typed]} />);
  await screen.findByText(/\$1,234\.50/);
  await screen.findByText('Out of stock');
  expect(screen.queryByText(/→ 1234\.50/)).toBeNull();
});
