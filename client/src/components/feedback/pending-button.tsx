import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useClickGuard } from '../../lib/live/use-click-guard.ts';

interface PendingButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  isPending: boolean;
  /** What a press does now, where that changes in place: for a moment after a change clicks are ignored. */
  purpose?: string;
}

/** Ignores presses while it works, and keeps the focus, which a natively disabled button would lose. */
export function PendingButton({ isPending, purpose = '', onClick, ...props }: PendingButtonProps) {
  const isGuarded = useClickGuard(purpose);
  const isOff = isPending || isGuarded;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A press of a key reads what the button says now (`detail` is 0); only a pointer can be about to click again.
    if (isPending || (isGuarded && event.detail > 0)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      {...props}
      onClick={press}
      aria-disabled={isOff || undefined}
      {...(isOff ? { 'data-disabled': true } : {})}
    />
  );
}
