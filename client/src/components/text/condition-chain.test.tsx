import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { ConditionChain } from './condition-chain.tsx';

const steps = [
  { title: 'At pickup', label: 'pickup photo', urls: [] },
  { title: 'At delivery', label: 'delivery photo', urls: ['/files/1.jpg'] },
];

test('C525 a reader who may not see every photo is not told that there is none', () => {
  renderPart(<ConditionChain item="Lamp" steps={steps} isComplete={false} />);
  screen.getByText('At delivery');
  expect(screen.queryByText('At pickup')).toBeNull();
  expect(screen.queryByText('No photo')).toBeNull();
});

test('C525 the office, who sees all, reads where there is none', () => {
  renderPart(<ConditionChain item="Lamp" steps={steps} />);
  screen.getByText('At pickup');
  screen.getByText('No photo');
});
