import { Button, TextInput } from '@mantine/core';
import { TRACKING_EXAMPLE } from '@quickfleet/shared/limits';
import { normaliseTracking } from '@quickfleet/shared/tracking-number';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useTypedEarly } from '../../lib/use-typed-early.ts';
import { useWaking } from '../../lib/use-waking.ts';
import styles from './tracking.module.css';
import { showNumberMissing } from './tracking-toasts.ts';

interface TrackingSearchProps {
  /** The number of the address bar; give it as the key too, so that Back shows the one before. */
  initial: string;
  inputRef: RefObject<HTMLInputElement | null>;
  onSearch: (trackingNumber: string) => void;
}

export function TrackingSearch({ initial, inputRef, onSearch }: TrackingSearchProps) {
  const [typed, setTyped] = useState(initial);
  const root = useRef<HTMLFormElement>(null);
  const { waking } = useWaking(root);
  useTypedEarly(inputRef, typed, setTyped);

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const trackingNumber = normaliseTracking(typed);
    setTyped(trackingNumber);
    if (trackingNumber === '') {
      showNumberMissing();
      event.currentTarget.querySelector('input')?.focus();
    } else onSearch(trackingNumber);
  };

  return (
    <search>
      <form ref={root} {...waking} className={styles.search} onSubmit={search} noValidate>
        <TextInput
          ref={inputRef}
          className={styles.searchField}
          classNames={{ input: styles.searchInput }}
          label="Tracking Number"
          labelProps={{ className: 'visually-hidden' }}
          placeholder={`e.g. ${TRACKING_EXAMPLE}`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.toUpperCase())}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Button type="submit" className={styles.searchButton} leftSection={<IconSearch size={18} aria-hidden />}>
          Track Order
        </Button>
      </form>
    </search>
  );
}
