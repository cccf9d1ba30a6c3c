import { Loader, UnstyledButton } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { Marked } from '../../../components/lists/marked.tsx';
import styles from './palette.module.css';
import type { PaletteEntry } from './palette-entry.ts';

export const domId = (id: string) => `palette-${id.replaceAll(/[^\w-]/g, '-')}`;

/**
 * One result. Spotlight's own action marks the chosen element by an attribute that is lost when results come in, and
 * names it to no screen reader; here it is an option of the list box that the field points at.
 */
export function Line({
  entry,
  isChosen,
  onPoint,
  onRun,
}: {
  entry: PaletteEntry;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}) {
  const { id, icon: EntryIcon, text, note, side, isFound } = entry;
  return (
    <UnstyledButton
      id={domId(id)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-selected={isChosen || undefined}
      className={styles.line}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onRun}
    >
      <EntryIcon size={18} stroke={1.7} aria-hidden className={styles.icon} />
      <span style={{ flex: 1, minWidth: 0 }}>
        <span className={styles.text}>{isFound ? <Marked>{text}</Marked> : text}</span>
        {note && <span className={styles.note}>{isFound ? <Marked>{note}</Marked> : note}</span>}
      </span>
      {side && <span className={styles.side}>{side}</span>}
    </UnstyledButton>
  );
}

/** Nothing fits, or the words are still being looked up. */
export function Nothing({ typed, isSearching, isDriver }: { typed: string; isSearching: boolean; isDriver: boolean }) {
  if (isSearching) {
    return (
      <div className={styles.empty}>
        <Loader size="xs" aria-hidden /> {t('Searching…')}
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <strong>{t('No results for “{typed}”', { typed })}</strong>
      <span>
        {isDriver
          ? t('Your orders are found by tracking number, customer, phone number and address.')
          : t(
              'Type a name, address, phone number, e-mail address, driver, tracking number, reference or #number, in any order.',
            )}
      </span>
    </div>
  );
}

/** What is announced while somebody types. */
export const announcementOf = (count: number, typed: string, isSearching: boolean): string => {
  if (typed === '') return '';
  if (count > 0) return t('{count, plural, one {# result} other {# results}}', { count });
  return isSearching ? t('Searching') : t('No results for {typed}', { typed });
};
