import { CloseButton, Loader, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const WAIT_MS = 300;

interface SearchFieldProps {
  value: string;
  /** Called once the typing pauses. */
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  isSearching?: boolean;
  maw?: number;
}

/** A search that lives in the URL: typed here first, handed on after a pause. `/` puts the cursor in it. */
export function SearchField({ value, onSearch, label, placeholder, isSearching = false, maw = 420 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);

  // Back, a link or a removed filter changed the address: the field follows.
  if (value !== seen) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);

  const clear = () => {
    setTyped('');
    onSearch('');
    input.current?.focus();
  };
  const side = typed ? <CloseButton size="sm" aria-label="Clear the search" onClick={clear} /> : null;

  return (
    <TextInput
      ref={input}
      type="search"
      flex="1 1 260px"
      maw={maw}
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={SEARCH_MAX}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={isSearching ? <Loader size="xs" aria-label="Searching" /> : side}
    />
  );
}
