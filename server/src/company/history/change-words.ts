import type { FieldWord } from './field-words.ts';
import type { Part } from './values.ts';

const VALUE_MAX = 100;
/** A value on one line, cut where it is long; undefined for none. */
export function shorten(value: string | null | undefined): string | undefined {
  const signs = Array.from((value ?? '').replaceAll(/\s+/g, ' ').trim());
  if (signs.length === 0) return undefined;
  return signs.length > VALUE_MAX ? `${signs.slice(0, VALUE_MAX).join('')}…` : signs.join('');
}

export type Side = Part | null | undefined;
/** A value before or after a change as it is stored: no more of a text than is shown. */
export const sideOf = (value: Side): Part | null => (typeof value === 'string' ? shorten(value) : value) ?? null;

/** 'Phone: 555 0100 → 555 0199', as history stores it. */
export const change = (field: FieldWord, before: Side, after: Side) => ({
  is: 'change' as const,
  field,
  from: sideOf(before),
  to: sideOf(after),
});
/** That it changed, and nothing of what it was. */
export const changed = (field: FieldWord) => ({ is: 'changed' as const, field });

/** What the facts of a changed setting say; a secret has no values. */
export function settingChange({ path, from, to }: { path: string; from?: unknown; to?: unknown }) {
  if (from === undefined && to === undefined) return { is: 'secret_changed' as const, field: path };
  const inWords = (value: unknown) =>
    sideOf(typeof value === 'string' ? value : value === null || value === undefined ? null : JSON.stringify(value));
  return { is: 'change' as const, field: path, from: inWords(from), to: inWords(to) };
}
