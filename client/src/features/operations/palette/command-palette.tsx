import '@mantine/spotlight/styles.layer.css';
import { CloseButton, Loader } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { SearchMarks } from '../../../components/lists/marked.tsx';
import { Keys } from '../../../components/text/keys.tsx';
import { messageOf } from '../../../lib/api/error-message.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { useScrollIntoView } from '../../../lib/hooks/use-scroll-into-view.ts';
import styles from './palette.module.css';
import { ownGroups, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';
import { announcementOf, domId, Line, Nothing } from './palette-parts.tsx';
import { usePaletteCommands, usePaletteDrivers } from './use-palette-commands.ts';
import { usePaletteSearch } from './use-palette-search.tsx';

const [store, palette] = createSpotlight();
/** Opens it, with a text to look for where there is one. */
export function openPalette(text?: string): void {
  palette.open();
  if (text !== undefined) store.updateState((state) => ({ ...state, query: text }));
}
export const closePalette = palette.close;

const LIST_ID = 'palette-list';

interface PaletteProps {
  role: Role;
  onHelp: () => void;
}

function PaletteBody({ role, onHelp, onLeave }: PaletteProps & { onLeave: () => void }) {
  const { user } = useAuth();
  const { query, opened } = useSpotlight(store);
  const typed = query.trim();
  const { groups: found, isSearching, error, retry } = usePaletteSearch(user, typed);
  const commands = usePaletteCommands(typed, onHelp);
  const drivers = usePaletteDrivers(typed);
  const failed: PaletteGroup = {
    title: t('Search'),
    entries: error ? [{ id: 'retry', icon: IconRefresh, text: t('Try again'), run: retry, staysOpen: true }] : [],
  };
  const own = ownGroups(role, typed, (key) => <Keys keys={['g', key]} size="xs" />);
  const groups = [...own, drivers, commands, ...found, failed].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const isDriver = role === 'driver';

  // Results come below what is there already: the chosen line stays chosen, and new words start at the top.
  const [chosenId, setChosenId] = useState<string>();
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId),
  );
  const chosen = entries[at];
  const chosenDomId = chosen && domId(chosen.id);
  useScrollIntoView(() => document.getElementById(chosenDomId ?? ''), chosenDomId, { block: 'nearest' });

  const run = (entry: PaletteEntry) => {
    if (!entry.staysOpen) onLeave();
    entry.run();
  };
  const move = (by: number) => setChosenId(entries[(at + by + entries.length) % entries.length]?.id);
  // Before the library's own handler, which keeps its choice in the elements and loses it when results come in.
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isToggle = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) run(chosen);
    // Closed but still fading out, the keys open it again.
    else if (isToggle) (opened ? palette.close : palette.open)();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div className={styles.head} onKeyDownCapture={onKey}>
        <Spotlight.Search
          className={styles.search}
          data-palette-search
          placeholder={
            isDriver
              ? t('Search your orders, or jump to a screen')
              : t('Search quotes, orders, customers and e-mails, or jump to a screen')
          }
          aria-label={t('Search and jump')}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={LIST_ID}
          {...(chosenDomId ? { 'aria-activedescendant': chosenDomId } : {})}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          leftSection={
            isSearching ? <Loader size={18} aria-label={t('Searching')} /> : <IconSearch size={20} aria-hidden />
          }
          onChange={() => setChosenId(undefined)}
        />
        <CloseButton className={styles.close} size="lg" aria-label={t('Close')} onClick={palette.close} />
      </div>
      <span className="visually-hidden" role="status">
        {announcementOf(entries.length, typed, isSearching)}
      </span>
      {error !== undefined && (
        <div className={styles.failure} role="alert">
          <strong>{t('The search failed.')}</strong> {messageOf(error)}
        </div>
      )}
      {entries.length === 0 && <Nothing typed={typed} isSearching={isSearching} isDriver={isDriver} />}
      <SearchMarks value={typed}>
        <div
          className={styles.list}
          id={LIST_ID}
          role="listbox"
          aria-label={t('Results')}
          aria-busy={isSearching}
          hidden={entries.length === 0}
        >
          {groups.map((group) => (
            <Spotlight.ActionsGroup
              key={group.title}
              label={group.title}
              role="group"
              aria-label={group.title}
              className={styles.group}
            >
              {group.entries.map((entry) => (
                <Line
                  key={entry.id}
                  entry={entry}
                  isChosen={entry === chosen}
                  onPoint={() => setChosenId(entry.id)}
                  onRun={() => run(entry)}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </div>
      </SearchMarks>
      <Spotlight.Footer className={styles.foot}>
        <span>
          <Keys keys={['up']} size="xs" /> <Keys keys={['down']} size="xs" /> {t('to move')}
        </span>
        <span>
          <Keys keys={['enter']} size="xs" /> {t('to open')}
        </span>
        <span>
          <Keys keys={['escape']} size="xs" /> {t('to close')}
        </span>
      </Spotlight.Footer>
    </>
  );
}

/** Search and jump: every screen this role may see, what it can make, and what the server finds. */
export function CommandPalette(props: PaletteProps) {
  const { opened } = useSpotlight(store);
  const returnFocus = useFocusReturn({ opened, shouldReturnFocus: false });
  const isLeaving = useRef(false);

  // The chosen dialog or screen takes the focus.
  const leave = () => {
    isLeaving.current = true;
    palette.close();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  const closed = () => {
    if (!isLeaving.current) returnFocus();
    isLeaving.current = false;
  };

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      title={t('Search and jump')}
      returnFocus={false}
      onSpotlightClose={closed}
      closeOnActionTrigger={false}
      size={640}
      radius="lg"
      zIndex={300}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{
        header: 'visually-hidden',
        content: styles.content ?? '',
        inner: styles.inner ?? '',
      }}
    >
      <PaletteBody {...props} onLeave={leave} />
    </Spotlight.Root>
  );
}
