import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal, renderPart } from '../../../../../test/render.tsx';
import { userRow } from '../../../../../test/rows.ts';
import { SaveDialog } from './save-dialog.tsx';

const page = <Row,>(data: Row[]) => ({ data, total: data.length, page: 1, limit: 100 }) as never;
const words = 'Day 31 of every month, in months that have one';

const open = (issues: { path: string; message: string }[]) =>
  renderPart(<SaveDialog opened report="deliveries" query={{ period: 'lastWeek' }} onClose={() => {}} />, {
    answers: {
      users: { list: page([userRow('admin', { id: 7, firstName: 'Ada', lastName: 'Owner' })]) },
      customers: { list: page([]) },
      recurring: { preview: { ruleInWords: words, days: ['2026-12-31'], closedDays: [] } },
      savedReports: {
        create: () => {
          throw refusal(400, 'VALIDATION_FAILED', issues[0]?.message ?? '', issues);
        },
      },
    },
  });
const field = (of: HTMLElement) => within(of.closest('.mantine-InputWrapper-root') ?? of);

it('C740 shows in words when the mails leave, and says that nobody gets them', async () => {
  const { calls } = open([]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Save report' }));
  await dialog.findByText(new RegExp(words));
  dialog.getByText('Without recipients it is kept here and mailed to nobody.');
  const preview = calls.find(({ path }) => path === 'recurring.preview');
  expect(preview?.input).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=MO' });
});

it('C740 each sentence about a recipient is under the field where they were chosen', async () => {
  const noMail = 'Ada Owner: There is no e-mail address';
  const { user } = open([
    { path: 'recipients.0', message: noMail },
    { path: 'recipients.2.email', message: 'Enter a valid e-mail address' },
    { path: 'rule', message: 'This rule names no day within five years' },
  ]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Save report' }));
  await user.click(await dialog.findByRole('checkbox', { name: 'Ada Owner' }));
  await user.type(dialog.getByLabelText('Other e-mail addresses'), 'tax@example.com, nobody');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  field(await dialog.findByText(noMail)).getByRole('checkbox', { name: 'Ada Owner' });
  field(dialog.getByText('Enter a valid e-mail address')).getByLabelText('Other e-mail addresses');
  field(dialog.getByText('This rule names no day within five years')).getByLabelText('How often');
});
