import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

interface PendingButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  isPending: boolean;
}

/** Takes no second press while it works, and keeps the focus, which a natively disabled button would throw away. */
export function PendingButton({ isPending, onClick, ...props }: PendingButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      {...props}
      onClick={press}
      aria-disabled={isPending || undefined}
      {...(isPending ? { 'data-disabled': true } : {})}
    />
  );
}
