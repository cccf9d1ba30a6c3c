import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { orderRow } from '../../../test/rows.ts';
import { RouteCell } from '../../features/delivery/orders/cells/route-cell.tsx';
import { Marked, SearchMarks } from './marked.tsx';

const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);

test('C215 what a search found in a row is marked, however it was typed', () => {
  const order = orderRow({ pickupAddress: 'Rua Augusta 1500\nSão Paulo', deliveryAddress: '12\nMain Street' });
  renderPart(
    <SearchMarks value="main sao-PAULO 12">
      <RouteCell order={order} isCompact={false} />
      <p>
        <Marked>O’Connell</Marked>
      </p>
    </SearchMarks>,
  );
  expect(marks()).toEqual(['São Paulo', '12, Main']);
  expect(screen.getByText('O’Connell').tagName).toBe('P');
});

test('C215 without a search nothing is marked', () => {
  renderPart(<RouteCell order={orderRow()} isCompact />);
  expect(marks()).toEqual([]);
});
