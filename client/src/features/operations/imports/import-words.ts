import type { ImportKind } from '@quickfleet/shared/operations/import-fields';
import type { Import, ImportRowState } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';

export const kindWords: Record<ImportKind, string> = {
  orders: t('Orders'),
  quotes: t('Quotes'),
  customers: t('Customers'),
  addresses: t('Addresses'),
};

const stateWords: Record<Import['state'], string> = {
  checking: t('Checking'),
  checked: t('Checked'),
  importing: t('Importing'),
  done: t('Done (import)'),
  cancelled: t('Cancelled (import)'),
  undone: t('Undone (import)'),
  failed: t('Failed (import)'),
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
  isUndoing ? { text: t('Undoing'), color: 'blue' } : { text: stateWords[state], color: stateColors[state] };

export const rowWords: Record<ImportRowState, { text: string; color: string }> = {
  waiting: { text: t('Waiting'), color: 'gray' },
  valid: { text: t('Ready (row)'), color: 'teal' },
  invalid: { text: t('Needs fixing'), color: 'red' },
  skipped: { text: t('Skipped (row)'), color: 'gray' },
  created: { text: t('Imported (row)'), color: 'green' },
  undone: { text: t('Undone (row)'), color: 'gray' },
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
