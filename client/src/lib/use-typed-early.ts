import { type RefObject, useLayoutEffect } from 'react';

/**
 * For a controlled field in capitals that stands before the page is alive: what it holds by then, other than `held`,
 * was typed and is handed to `take`. Forms with rules have `useLateForm`.
 */
export function useTypedEarly(
  input: RefObject<HTMLInputElement | null>,
  held: string,
  take: (typed: string) => void,
): void {
  useLayoutEffect(() => {
    const typed = input.current?.value.toUpperCase() ?? held;
    if (typed !== held) take(typed);
  }, []);
}
