import { CloseButton, Loader, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SEARCH_MAX, SEARCH_WAIT_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';

/** Puts the cursor into the search of the list on the screen. */
export const focusSearchField = (): void => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus();

interface SearchFieldProps {
  value: string;
  /** Called once the typing pauses. */
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  isSearching?: boolean;
  maw?: number;
}

/** A search that lives in the URL: typed here first, handed on after a pause. */
export function SearchField({ value, onSearch, label, placeholder, isSearching = false, maw = 420 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);

  // Back, a link or a removed filter changed the address: the field follows.
  if (value !== seen) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const searchLater = useDebouncedCallback((text: string) => {
    // Back or a link may have changed the text in between.
    if (text === typed.trim() && text !== value) onSearch(text);
  }, SEARCH_WAIT_MS);

  const clear = () => {
    setTyped('');
    onSearch('');
    input.current?.focus();
  };
  const side = typed ? <CloseButton size="sm" aria-label={t('Clear the search')} onClick={clear} /> : null;

  return (
    <TextInput
      ref={input}
      type="search"
      data-list-search
      flex="1 1 220px"
      maw={maw}
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={SEARCH_MAX}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        searchLater(currentTarget.value.trim());
      }}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={isSearching ? <Loader size="xs" aria-label={t('Searching')} /> : side}
    />
  );
}
