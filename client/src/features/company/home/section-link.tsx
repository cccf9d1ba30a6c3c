import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { goToHash } from '../../../lib/addresses/hash-target.ts';

/** A button that leads to a section of this page, moves the focus there and leaves its address behind. */
export function SectionLink({ to, children, ...rest }: ButtonProps & { to: string; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    history.pushState(history.state, '', `#${to}`);
    goToHash(to);
  };
  return (
    <Button component="a" href={`#${to}`} onClick={follow} {...rest}>
      {children}
    </Button>
  );
}
