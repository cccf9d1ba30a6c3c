import { useCallback, useMemo } from 'react';
import { useSearch, useSearchParams } from 'wouter';
import type { z } from 'zod';

/** Reads what the schema accepts; a field the URL spells wrongly falls back as if it were absent. */
function readParams<Schema extends z.ZodObject>(schema: Schema, search: string): z.output<Schema> {
  const raw: Record<string, string> = Object.fromEntries(new URLSearchParams(search));
  const first = schema.safeParse(raw);
  if (first.success) return first.data;
  for (const issue of first.error.issues) delete raw[String(issue.path[0])];
  return schema.parse(raw);
}

/**
 * Filters, page and open dialog live in the URL. Every field of the schema needs a default or is optional; a value
 * equal to its default is left out of the URL. `push` makes Back undo the change (dialogs), `replace` does not
 * (typing).
 */
export function useUrlState<Schema extends z.ZodObject>(
  schema: Schema,
): [z.output<Schema>, (patch: Partial<z.input<Schema>>, how?: 'push' | 'replace') => void] {
  const search = useSearch();
  const [, setParams] = useSearchParams();
  const state = useMemo(() => readParams(schema, search), [schema, search]);

  const write = useCallback(
    (patch: Partial<z.input<Schema>>, how: 'push' | 'replace' = 'push') => {
      const defaults: Record<string, unknown> = schema.parse({});
      setParams(
        (params) => {
          const next = new URLSearchParams(params);
          for (const [name, value] of Object.entries(patch)) {
            if (value === undefined || value === null || value === '' || String(value) === String(defaults[name]))
              next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: how === 'replace' },
      );
    },
    [schema, setParams],
  );
  return [state, write];
}
