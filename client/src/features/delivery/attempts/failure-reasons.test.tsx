import type { FailureReason } from '@quickfleet/shared/delivery/proof/failure-reasons';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../test/render.tsx';
import { FailureReasons } from './failure-reasons.tsx';

const weather: FailureReason = {
  id: 5,
  code: 'weather',
  name: 'Weather',
  customerText: 'The weather did not allow it',
  party: 'weather',
  stop: 'both',
  rule: { photo: false, note: false },
  active: true,
  version: 1,
};

test('P91 the switch of a reason follows the finger, and goes back with a sentence when the server refuses', async () => {
  const asked = Promise.withResolvers<FailureReason>();
  const { user } = renderPart(<FailureReasons />, {
    answers: { failureReasons: { list: { data: [weather] }, update: () => asked.promise } },
  });
  const offered = await screen.findByRole<HTMLInputElement>('switch', { name: 'Offer Weather' });
  await user.click(offered);
  expect(offered.checked).toBe(false);
  asked.reject(refusal(409, 'STALE_VERSION', 'Someone else changed it'));
  await waitFor(() => expect(offered.checked).toBe(true));
  await screen.findByText('Someone else changed it');
});

test('P91 turned twice while it saves, the last position is what is stored', async () => {
  let first = (_: FailureReason) => {};
  const stored: boolean[] = [];
  const { user } = renderPart(<FailureReasons />, {
    answers: {
      failureReasons: {
        list: () => ({ data: [{ ...weather, active: stored.at(-1) ?? true }] }),
        update: ({ active }) => {
          stored.push(active === true);
          if (stored.length > 1) return { ...weather, active: active === true };
          return new Promise((resolve) => {
            first = resolve;
          });
        },
      },
    },
  });
  const offered = await screen.findByRole<HTMLInputElement>('switch', { name: 'Offer Weather' });
  await user.click(offered);
  await user.click(offered);
  expect([offered.checked, stored]).toEqual([true, [false]]);
  first({ ...weather, active: false });
  await waitFor(() => expect(stored).toEqual([false, true]));
  expect(offered.checked).toBe(true);
});
