import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { Contact } from './contact.tsx';

afterEach(() => vi.useRealTimers());

const at = (moment: string) => {
  vi.useFakeTimers({ now: new Date(moment), toFake: ['Date'] });
  renderPart(<Contact />);
};

test('C385 on a Saturday the company says that it opens on Monday, next to the hours of the specification', () => {
  at('2026-03-07T12:00:00Z');
  expect(screen.getByText('Mon-Fri 8AM-6PM')).toBeDefined();
  expect(screen.getByText('Closed now. We open Monday, March 9 at 8:00 AM UTC.')).toBeDefined();
});

test('C385 before opening it opens today, and while it is open nothing is said', () => {
  at('2026-03-09T06:00:00Z');
  expect(screen.getByText('Closed now. We open today at 8:00 AM UTC.')).toBeDefined();
  document.body.replaceChildren();
  at('2026-03-09T12:00:00Z');
  expect(screen.queryByText(/Closed now/)).toBeNull();
});
