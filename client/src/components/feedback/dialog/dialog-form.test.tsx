import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';

function Opened({ send, isPending = false }: { send: () => void; isPending?: boolean }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog opened={isOpen} onClose={close} title="Edit the address">
      <DialogForm onSubmit={send} onCancel={close} send="Save" sending="Saving..." isPending={isPending}>
        <TextInput label="Address" data-autofocus />
      </DialogForm>
    </Dialog>
  );
}
const open = (send = vi.fn(), isPending = false) => {
  render(
    <MantineProvider env="test">
      <Opened send={send} isPending={isPending} />
    </MantineProvider>,
  );
  return userEvent.setup();
};
const isOpen = () => screen.queryByRole('dialog', { name: 'Edit the address' }) !== null;

test('U325 Escape asks about what was typed in a dialog: it can be kept, and discarded', async () => {
  const user = open();
  await user.type(screen.getByLabelText('Address'), '1 Main Street');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  const field = screen.getByLabelText<HTMLInputElement>('Address');
  expect(field.value).toBe('1 Main Street');
  // The focus comes back once the question is gone.
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(isOpen()).toBe(false));
});

test('U325 Escape closes a dialog in which nothing was typed', async () => {
  const user = open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
});

test('U325 Cancel asks nothing', async () => {
  const user = open();
  await user.type(screen.getByLabelText('Address'), '1 Main Street');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(isOpen()).toBe(false));
});

test('U325 a form is sent once: while it works, its button says so and another press does nothing', async () => {
  const send = vi.fn();
  const user = open(send, true);
  await user.click(screen.getByRole('button', { name: 'Saving...' }));
  await user.type(screen.getByLabelText('Address'), '{Enter}');
  expect(send).not.toHaveBeenCalled();
});
