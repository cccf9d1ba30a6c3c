import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { hitRate, PromisesPanel } from './promises-panel.tsx';

test('U89 what is overdue and due soon leads to the quotes, and each month has its rate', () => {
  renderPart(
    <PromisesPanel
      promises={{
        dueSoon: 2,
        overdue: 1,
        months: [
          { month: '2026-10', quotes: { met: 0, missed: 0 }, answers: { met: 0, missed: 0 } },
          { month: '2026-09', quotes: { met: 0, missed: 1 }, answers: { met: 0, missed: 0 } },
          { month: '2026-11', quotes: { met: 19, missed: 1 }, answers: { met: 0, missed: 0 } },
        ],
      }}
    />,
  );
  expect(screen.getByRole('link', { name: '1 quote overdue' }).getAttribute('href')).toBe(
    '/admin/quotes?due=overdue&sort=due',
  );
  expect(screen.getByRole('link', { name: '2 quotes due soon' }).getAttribute('href')).toBe(
    '/admin/quotes?due=soon&sort=due',
  );
  expect(screen.getByRole('row', { name: 'Nov 2026 95 % –' })).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Sep 2026 0 % –' })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Oct 2026/ })).toBeNull();
});

test('U89 nobody waits, and a month in which nothing was promised has no rate', () => {
  renderPart(<PromisesPanel promises={{ dueSoon: 0, overdue: 0, months: [] }} />);
  expect(screen.getByText('No quotes are waiting.')).toBeTruthy();
  expect(hitRate({ met: 0, missed: 0 })).toBeUndefined();
});
