import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../test/render.tsx';
import { expectErrors } from '../../../../test/setup.ts';
import { TestEmail } from './test-email.tsx';

const part = <TestEmail id={3} isDirty={false} />;
const field = () => screen.getByRole('textbox', { name: 'Test email address' });
const send = () => screen.getByRole('button', { name: 'Send Test Email' });
const asked = (calls: { path: string }[]) => calls.filter(({ path }) => path === 'templates.test');

test('E07 an empty address is answered here, and the server is not asked', async () => {
  const { user, calls } = renderPart(part);
  await user.click(send());
  expect((await screen.findByRole('alert')).textContent).toBe('Email required');
  expect(document.activeElement).toBe(field());
  expect(asked(calls)).toEqual([]);
});

for (const typed of ['nobody', 'a@', '@b.test', 'two words@b.test'])
  test(`E08 ${typed} is no address`, async () => {
    const { user, calls } = renderPart(part);
    await user.type(field(), typed);
    await user.click(send());
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('Invalid email');
    expect(toast.textContent).toContain('Please enter a valid email address');
    expect(asked(calls)).toEqual([]);
  });

test('E06 E15 the template goes to the typed address, and the mail can be opened', async () => {
  const { user, calls } = renderPart(part, {
    answers: {
      templates: { test: { success: true, delivery: 'queued', message: 'Sent to robin@example.test', emailId: 41 } },
    },
  });
  await user.type(field(), 'robin@example.test');
  await user.click(send());
  expect((await screen.findByRole('link', { name: 'Open it in the Mailbox' })).getAttribute('href')).toContain(
    'mail=41',
  );
  expect(await screen.findByText('Test email sent')).toBeTruthy();
  expect(asked(calls)).toEqual([{ path: 'templates.test', input: { id: 3, testEmail: 'robin@example.test' } }]);
});

test("E13 the server's sentence is shown, and the address stays for another try", async () => {
  expectErrors(/Failed to send test email/);
  const { user } = renderPart(part, {
    answers: {
      templates: {
        test: () => {
          throw refusal(409, 'TEMPLATE_OFF', 'This template is switched off');
        },
      },
    },
  });
  await user.type(field(), 'robin@example.test');
  await user.click(send());
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain('Failed to send test email');
  expect(toast.textContent).toContain('This template is switched off');
  expect(field()).toHaveProperty('value', 'robin@example.test');
});
