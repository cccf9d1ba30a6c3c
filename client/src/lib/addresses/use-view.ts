import { useMemo } from 'react';
import type { z } from 'zod';
import { closeInUrl, openInUrl, swapInUrl } from './url-dialog.ts';
import { useUrlState } from './url-state.ts';

const none: readonly never[] = [];

/**
 * A screen with its filters, page and open dialogs in the URL, and the rules of all such screens: another filter begins
 * at the first page, and Back undoes it unless it was typed; Back closes a dialog, and closing it goes back.
 * `filters` are the fields that `clear` empties.
 */
export function useView<Schema extends z.ZodObject, Name extends keyof z.input<Schema> & string>(
  schema: Schema,
  filters: readonly Name[] = none,
) {
  const [view, write] = useUrlState(schema);
  const actions = useMemo(() => {
    type Patch = Partial<z.input<Schema>>;
    const patch = (fields: Record<string, unknown>) => fields as Patch;
    const without = (names: readonly string[]) => patch(Object.fromEntries(names.map((name) => [name, undefined])));
    const filter = (changes: Patch) => write({ ...changes, ...without(['page']) });
    return {
      filter,
      search: (q: string) => write(patch({ q, page: undefined }), 'replace'),
      /** No filters but these. */
      only: (changes: Patch) => filter({ ...without(filters), ...changes }),
      clear: () => filter(without(filters)),
      goToPage: (page: number, how?: 'replace') => write(patch({ page: String(page) }), how),
      /** Opens a dialog. Over the same dialog, or one that it `replaces`, it takes the place of that in the history. */
      open: (dialog: keyof Patch & string, value: number | string = 1, replaces: keyof Patch & string = dialog) => {
        const isOpen = new URLSearchParams(location.search).has(replaces);
        const show = (how?: 'replace') => write(patch({ ...without([replaces]), [dialog]: String(value) }), how);
        if (isOpen) swapInUrl(() => show('replace'));
        else openInUrl(show);
      },
      close: (...dialogs: (keyof Patch & string)[]) => closeInUrl(() => write(without(dialogs), 'replace')),
    };
  }, [write, filters]);
  const filterCount = filters.filter((name) => Boolean(view[name])).length;
  return { view, ...actions, filterCount, isFiltered: filterCount > 0 };
}
