import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PendingButton } from './pending-button.tsx';

const partOf = (purpose: string, press: () => void, isPending = false) => (
  <MantineProvider env="test">
    <PendingButton isPending={isPending} purpose={purpose} onClick={press}>
      {purpose}
    </PendingButton>
  </MantineProvider>
);

test('U18 a click right after the button changed its purpose does nothing; a key and a later click do', () => {
  vi.useFakeTimers();
  try {
    const pressed: string[] = [];
    const { rerender } = render(partOf('Mark Paid', () => pressed.push('paid')));
    const click = (detail: number) => fireEvent.click(screen.getByRole('button'), { detail });
    const isDisabled = () => screen.getByRole('button').getAttribute('aria-disabled');
    click(1);
    expect(pressed).toEqual(['paid']);
    rerender(partOf('Convert', () => pressed.push('convert')));
    expect(isDisabled()).toBe('true');
    click(1);
    act(() => void vi.advanceTimersByTime(300));
    click(2);
    expect(pressed).toEqual(['paid']);
    // A press of a key reads what the button says now.
    click(0);
    expect(pressed).toEqual(['paid', 'convert']);
    act(() => void vi.advanceTimersByTime(700));
    expect(isDisabled()).toBeNull();
    click(1);
    expect(pressed).toEqual(['paid', 'convert', 'convert']);
  } finally {
    vi.useRealTimers();
  }
});

test('a button that works ignores clicks and keys, says so, and keeps the focus', () => {
  const pressed: string[] = [];
  const press = () => pressed.push('saved');
  const { rerender } = render(partOf('Save', press));
  const button = screen.getByRole('button');
  button.focus();
  rerender(partOf('Save', press, true));
  for (const detail of [0, 1]) expect(fireEvent.click(button, { detail })).toBe(false);
  expect(pressed).toEqual([]);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
  rerender(partOf('Save', press));
  fireEvent.click(button, { detail: 1 });
  expect(pressed).toEqual(['saved']);
  expect(button.getAttribute('aria-disabled')).toBeNull();
});
