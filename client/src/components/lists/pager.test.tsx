import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Pager } from './pager.tsx';

const pager = (more: { total: number; totalIsEstimate?: true }) => (
  <MantineProvider env="test">
    <Pager page={3} limit={20} totalPages={600} onPage={() => undefined} what="orders" {...more} />
  </MantineProvider>
);

test('G06 a total that is an estimate is said to be about right', () => {
  const { rerender } = render(pager({ total: 12_000, totalIsEstimate: true }));
  expect(screen.getByRole('navigation').textContent).toContain('41–60 of about 12,000 orders');
  rerender(pager({ total: 12_345 }));
  expect(screen.getByRole('navigation').textContent).toContain('41–60 of 12,345 orders');
});
