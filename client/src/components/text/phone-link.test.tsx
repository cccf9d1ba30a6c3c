import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { PhoneLink } from './phone-link.tsx';

test('C47 a number is a link when it is sure what to dial, and stays as it was typed', async () => {
  renderPart(<PhoneLink phone="+49 (0)30 123456" />);
  const link = await screen.findByRole('link', { name: '+49 (0)30 123456' });
  expect(link.getAttribute('href')).toBe('tel:+4930123456');
});
test('C47 two numbers in one field are text', async () => {
  renderPart(<PhoneLink phone="555 0100 / 555 0199" />);
  await screen.findByText('555 0100 / 555 0199');
  expect(screen.queryByRole('link')).toBeNull();
});
