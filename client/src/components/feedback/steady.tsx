import type { ComponentPropsWithRef, MouseEvent } from 'react';

/** A press of a key reads what a button says now (`detail` is 0); only a pointer can be about to press already. */
const stop = (event: MouseEvent): void => {
  if (event.detail === 0) return;
  // A dialog that was opened from here stands elsewhere on the page, and has not moved.
  if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
};

/** Actions whose content changes in place: while `isGuarded` a finger that was on its way presses nothing. */
export function Steady({ isGuarded, ...props }: { isGuarded: boolean } & ComponentPropsWithRef<'div'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div {...props} role="group" aria-disabled={isGuarded || undefined} {...(isGuarded && { onClickCapture: stop })} />
  );
}
