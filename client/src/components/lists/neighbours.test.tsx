import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { Neighbours } from './neighbours.tsx';

test('U318 leads to the rows before and after, and nowhere at the ends or from outside the list', async () => {
  const went: number[] = [];
  const onGo = (id: number) => went.push(id);
  const { user, rerender } = renderPart(<Neighbours ids={[7, 5, 3]} id={5} onGo={onGo} />);
  screen.getByText('2 of 3');
  await user.click(screen.getByRole('button', { name: /^Next/ }));
  await user.click(screen.getByRole('button', { name: /^Previous/ }));
  expect(went).toEqual([3, 7]);
  rerender(<Neighbours ids={[7, 5, 3]} id={3} onGo={onGo} />);
  expect(screen.getByRole('button', { name: /^Next/ }).hasAttribute('disabled')).toBe(true);
  rerender(<Neighbours ids={[7, 5]} id={3} onGo={onGo} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});
