import { Button, TextInput } from '@mantine/core';
import { normaliseTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { TOAST_MS, TRACKING_EXAMPLE } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { showError } from '../../../../lib/toast.ts';
import styles from '../tracking.module.css';

const showNumberMissing = (): void => showError(t('Error'), t('Please enter a tracking number'), TOAST_MS);

interface TrackingSearchProps {
  initial: string;
  inputRef: RefObject<HTMLInputElement | null>;
  onSearch: (trackingNumber: string) => void;
  /** Where the plain form opens the order. */
  target?: '_blank';
}

/** A plain GET form, which the server redirects to the order; uncontrolled, so that it keeps what was typed early. */
export function TrackingSearch({ initial, inputRef, onSearch, target }: TrackingSearchProps) {
  // Back shows the number before; what was typed before hydration stays.
  const shown = useRef(initial);
  useEffect(() => {
    if (inputRef.current && shown.current !== initial) inputRef.current.value = initial;
    shown.current = initial;
  }, [initial, inputRef]);

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = inputRef.current;
    if (!input) return;
    const trackingNumber = normaliseTracking(input.value);
    input.value = trackingNumber;
    if (trackingNumber === '') {
      showNumberMissing();
      input.focus();
    } else onSearch(trackingNumber);
  };

  return (
    <search>
      <form action={paths.track} method="get" target={target} className={styles.search} onSubmit={search} noValidate>
        <TextInput
          ref={inputRef}
          name="trackingNumber"
          className={styles.searchField}
          classNames={{ input: styles.searchInput }}
          label={t('Tracking Number')}
          labelProps={{ className: 'visually-hidden' }}
          placeholder={t('e.g. {example}', { example: TRACKING_EXAMPLE })}
          defaultValue={initial}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Button type="submit" className={styles.searchButton} leftSection={<IconSearch size={18} aria-hidden />}>
          {t('Track Order')}
        </Button>
      </form>
    </search>
  );
}
