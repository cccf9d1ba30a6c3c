import { useEffect } from 'react';

/** Scrolls to what `find` finds, whenever `key` has become another one; undefined scrolls to nothing. */
export function useScrollIntoView(
  find: () => Element | null | undefined,
  key: string | number | undefined,
  where: ScrollIntoViewOptions = { block: 'nearest', inline: 'nearest' },
): void {
  useEffect(() => {
    if (key !== undefined) find()?.scrollIntoView(where);
  }, [key]);
}
