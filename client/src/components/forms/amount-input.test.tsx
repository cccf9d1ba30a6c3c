import { fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { AmountInput } from './amount-input.tsx';

function Part({ onChange }: { onChange: (plain: string) => void }) {
  const [amount, setAmount] = useState('12.50');
  const change = (plain: string) => {
    setAmount(plain);
    onChange(plain);
  };
  return (
    <>
      <AmountInput label="Amount" min={0} step={0.01} value={amount} onChange={change} />
      <button type="button" onClick={() => setAmount('99.00')}>
        Use the rule
      </button>
    </>
  );
}

test('U303 a field keeps what is typed, gives the plain amount, and shows another one from outside', async () => {
  const given: string[] = [];
  const { getByLabelText, getByText, user } = renderPart(<Part onChange={(plain) => given.push(plain)} />);
  const field = getByLabelText('Amount');
  expect(field).toHaveProperty('value', '12.50');
  await user.clear(field);
  await user.type(field, '1,250');
  expect(field).toHaveProperty('value', '1,250');
  expect(given.at(-1)).toBe('1250');
  await user.click(getByText('Use the rule'));
  expect(field).toHaveProperty('value', '99.00');
});

test('F12 the arrow keys step by the smallest unit, and never below the least', () => {
  const { getByLabelText } = renderPart(<Part onChange={() => {}} />);
  const field = getByLabelText('Amount');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(field).toHaveProperty('value', '12.51');
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field).toHaveProperty('value', '0');
});
