import type { ImportKind } from '@quickfleet/shared/operations/import-fields';
import type { Import, ImportRowState } from '@quickfleet/shared/operations/imports';

export const kindWords: Record<ImportKind, string> = {
  orders: 'Orders',
  quotes: 'Quotes',
  customers: 'Customers',
  addresses: 'Addresses',
};

const stateWords: Record<Import['state'], string> = {
  checking: 'Checking',
  checked: 'Checked',
  importing: 'Importing',
  done: 'Done',
  cancelled: 'Cancelled',
  undone: 'Undone',
  failed: 'Failed',
};
const stateColors: Record<Import['state'], string> = {
  checking: 'blue',
  checked: 'teal',
  importing: 'blue',
  done: 'green',
  cancelled: 'gray',
  undone: 'gray',
  failed: 'red',
};
export const importStatus = ({ state, isUndoing }: Pick<Import, 'state' | 'isUndoing'>) =>
  isUndoing ? { text: 'Undoing', color: 'blue' } : { text: stateWords[state], color: stateColors[state] };

export const rowWords: Record<ImportRowState, { text: string; color: string }> = {
  waiting: { text: 'Waiting', color: 'gray' },
  valid: { text: 'Ready', color: 'teal' },
  invalid: { text: 'Needs fixing', color: 'red' },
  skipped: { text: 'Skipped', color: 'gray' },
  created: { text: 'Imported', color: 'green' },
  undone: { text: 'Undone', color: 'gray' },
};

/** Somebody may wait for the next step of it. */
export const isUnderWay = ({ state, isUndoing }: Pick<Import, 'state' | 'isUndoing'>): boolean =>
  isUndoing || state === 'checking' || state === 'importing';

/** How much of the present step is done, in percent; undefined when there is none. */
export function progressOf({ state, rows, waiting, valid, created, undone, isUndoing }: Import): number | undefined {
  if (rows === 0) return undefined;
  if (isUndoing) return (undone / Math.max(1, created + undone)) * 100;
  if (state === 'checking') return ((rows - waiting) / rows) * 100;
  return state === 'importing' ? (created / Math.max(1, valid)) * 100 : undefined;
}
