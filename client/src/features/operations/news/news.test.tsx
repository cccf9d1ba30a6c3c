import { Menu } from '@mantine/core';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { News, titleWith } from './news.tsx';
import { SoundChoice } from './sound-choice.tsx';

const look = (state: 'visible' | 'hidden') =>
  act(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
    document.dispatchEvent(new Event('visibilitychange'));
  });
afterEach(() => {
  cleanup();
  look('visible');
});

const AT = '2026-03-16T09:00:00.000Z';
const answers = {
  dashboard: {
    news: ({ since }: { since?: string }) => ({ at: AT, quotes: since ? 2 : 0, claims: since ? 1 : 0, failures: 0 }),
  },
};

test('U200 the title of a tab that nobody looks at counts what is new, until somebody looks', async () => {
  document.title = 'Dashboard · QuickFleet';
  look('hidden');
  const { calls } = renderPart(<News userId={7} />, { answers });
  await waitFor(() => expect(document.title).toBe('(3) Dashboard · QuickFleet'));
  const asked = calls.filter(({ path }) => path === 'dashboard.news');
  expect(asked.map(({ input }) => input)).toEqual([{}, { since: AT }]);
  look('visible');
  await waitFor(() => expect(document.title).toBe('Dashboard · QuickFleet'));
});

test('U200 a tab that somebody looks at asks nothing', async () => {
  const { calls } = renderPart(<News userId={7} />, { answers });
  look('hidden');
  look('visible');
  await act(() => new Promise(requestAnimationFrame));
  expect(calls.filter(({ path }) => path === 'dashboard.news')).toEqual([]);
});

test('U200 a count replaces the one before', () => {
  expect(titleWith('(2) Orders · QuickFleet', 5)).toBe('(5) Orders · QuickFleet');
  expect(titleWith('(2) Orders · QuickFleet', 0)).toBe('Orders · QuickFleet');
});

test('U201 a sound is off until the person switches it on, and stays as they chose in this browser', async () => {
  let sounds = 0;
  const note = {
    frequency: { value: 0 },
    connect: () => {},
    start: () => {},
    stop: () => {},
    addEventListener: () => {},
  };
  class Audio {
    currentTime = 0;
    destination = {};
    createGain = () => ({ gain: { value: 0 }, connect: () => {} });
    createOscillator = () => {
      sounds++;
      return note;
    };
  }
  Object.assign(globalThis, { AudioContext: Audio });
  const { user, unmount } = renderPart(
    <Menu opened>
      <Menu.Dropdown>
        <SoundChoice userId={7} />
      </Menu.Dropdown>
    </Menu>,
  );
  await user.click(screen.getByText('Sound for new work: off'));
  await screen.findByText('Sound for new work: on');
  expect(sounds).toBe(2);
  unmount();
  look('hidden');
  renderPart(<News userId={7} />, { answers });
  await waitFor(() => expect(sounds).toBe(4));
  localStorage.clear();
});
