import type { HealthCheck } from '@quickfleet/shared/operations/doctor';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { HealthNotice } from './health-notice.tsx';

const failed: HealthCheck = {
  area: 'Backups',
  name: 'Age',
  state: 'fail',
  finding: 'There is no backup.',
  advice: 'Run npm run backup.',
};
const warned: HealthCheck = {
  area: 'Web',
  name: 'https',
  state: 'warn',
  finding: 'PUBLIC_URL is http.',
  advice: 'Put a proxy with TLS in front.',
};
const at = (findings: HealthCheck[]) => ({ checkedAt: '2026-11-27T08:00:00.000Z', findings });

it('U297 says what the server found and what to do, and leads to the checks', () => {
  renderPart(<HealthNotice health={at([failed, warned])} />);
  const notice = within(screen.getByRole('region', { name: 'The server found 1 failure and 1 warning' }));
  expect(notice.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Backups: There is no backup. Run npm run backup.',
    'Web: PUBLIC_URL is http. Put a proxy with TLS in front.',
  ]);
  expect(notice.getByRole('link', { name: 'Open Health' }).getAttribute('href')).toBe('/admin/settings?section=health');
});

it('U297 hidden it comes back only with another finding, and is not there when all is well', async () => {
  const { user, rerender } = renderPart(<HealthNotice health={at([warned])} />);
  await user.click(screen.getByRole('button', { name: 'Hide until something changes' }));
  expect(screen.queryByText(/The server found/)).toBeNull();
  rerender(<HealthNotice health={at([])} />);
  expect(screen.queryByText(/The server found/)).toBeNull();
  rerender(<HealthNotice health={at([failed, warned])} />);
  screen.getByText('The server found 1 failure and 1 warning');
});

it('U312 a job that is set aside is tried again from the dashboard, once for two presses', async () => {
  const job = { id: 7, subject: 'send_email mail 12', ends: 3, setAsideAt: '2026-11-27T07:00:00.000Z' };
  let jobs = [job];
  const aside: HealthCheck = {
    area: 'Queue',
    name: 'Jobs set aside',
    state: 'fail',
    finding: '1 job is set aside.',
    advice: 'Read the log.',
  };
  const { user, calls } = renderPart(<HealthNotice health={at([aside])} />, {
    answers: {
      doctor: {
        jobs: () => ({ jobs }),
        tryAgain: () => {
          jobs = [];
          return { success: true };
        },
      },
    },
  });
  const button = await screen.findByRole('button', { name: 'Try send_email mail 12 again' });
  await user.dblClick(button);
  await screen.findByText('The job runs again');
  expect(calls.filter(({ path }) => path === 'doctor.tryAgain')).toEqual([
    { path: 'doctor.tryAgain', input: { id: 7 } },
  ]);
  await waitFor(() => expect(screen.queryByText(/send_email/)).toBeNull());
});
