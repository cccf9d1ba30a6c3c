import { Combobox, Text, Textarea, type TextareaProps, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useRef, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';

const WAIT_MS = 150;
const TYPED_MIN = 3;

/** A text of several lines is no combobox, so it says nothing of a list that opens; how many were found is a status. */
function Field({ 'aria-expanded': _, ...field }: ComponentProps<typeof Textarea>) {
  return <Textarea {...field} aria-autocomplete="list" />;
}

/** The field of the form hears of it as of typing. */
function typeInto(field: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** An address field of the office: offers addresses of the company's address file while somebody types. */
export function AddressInput(props: TextareaProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), WAIT_MS);
  const isAsked = q.length >= TYPED_MIN && q.length <= SEARCH_MAX;
  const found = trpc.places.find.useQuery(
    { q },
    { enabled: isAsked, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  );
  // A text that is one of them already needs no offer.
  const offers = isAsked && typed !== '' ? (found.data?.data ?? []).filter(({ address }) => address !== typed) : [];
  // An empty list is not open: Escape is the dialog's then.
  const store = offers.length > 0 ? combobox : { ...combobox, dropdownOpened: false };
  const hear = ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => {
    setTyped(currentTarget.value);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };
  const choose = (label: string) => {
    const chosen = offers.find((one) => one.label === label);
    if (chosen && field.current) typeInto(field.current, chosen.address);
    setTyped('');
    combobox.closeDropdown();
    field.current?.focus();
  };
  return (
    <Combobox store={store} onOptionSubmit={choose} withinPortal={false} disabled={offers.length === 0}>
      <Combobox.Target withKeyboardNavigation={store.dropdownOpened}>
        <Field
          {...props}
          ref={field}
          onInput={hear}
          onBlur={(event) => {
            props.onBlur?.(event);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">
        {store.dropdownOpened
          ? t('{count, plural, one {# address} other {# addresses}} found', { count: offers.length })
          : ''}
      </VisuallyHidden>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('Addresses')}>
          {offers.map(({ label }) => (
            <Combobox.Option key={label} value={label}>
              <Text size="sm" dir="auto">
                {keepNumbers(label)}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
