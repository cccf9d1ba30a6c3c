import { Button, Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import styles from './customer-choice.module.css';

const SUGGESTIONS = 8;
const WAIT_MS = 200;
const NEW = 'new';

export interface CustomerPickerProps {
  ref?: Ref<HTMLInputElement>;
  onChosen: (customer: Customer) => void;
  /** The typed text starts a new customer. */
  onNew: (typed: string) => void;
  /** The form focuses this field first; that focus opens no list. */
  isQuiet?: boolean | undefined;
}

/** Finds a customer by name, company, e-mail or phone, or starts a new one. */
export function CustomerPicker({ ref, onChosen, onNew, isQuiet = false }: CustomerPickerProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const wasTouched = useRef(!isQuiet);
  const [q] = useDebouncedValue(typed.trim(), WAIT_MS);
  const found = trpc.customers.list.useQuery(
    { limit: SUGGESTIONS, sort: q ? 'name' : 'newest', ...(q ? { q } : {}) },
    { enabled: wasOpened, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  );
  const customers = found.data?.data ?? [];
  const isBehind = q !== typed.trim() || found.isPlaceholderData;

  const open = () => {
    setOpened(true);
    combobox.openDropdown();
  };
  const choose = (value: string) => {
    combobox.closeDropdown();
    const chosen = customers.find(({ id }) => String(id) === value);
    if (chosen) onChosen(chosen);
    else onNew(typed.trim());
  };
  const status = found.isError
    ? t('The customers could not be loaded')
    : isBehind || found.isPending
      ? t('Searching...')
      : customers.length === 0
        ? t('No customer found')
        : t('{count, plural, one {# customer} other {# customers}} found', { count: customers.length });

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          ref={ref}
          label={t('Find the customer')}
          placeholder={t('Search by name, company, e-mail or phone')}
          autoComplete="off"
          data-autofocus
          maxLength={SEARCH_MAX}
          leftSection={
            found.isFetching ? <Loader size={16} aria-hidden /> : <IconSearch size={18} stroke={1.7} aria-hidden />
          }
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            open();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={open}
          onFocus={() => {
            if (wasTouched.current) open();
            wasTouched.current = true;
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('Customers')}>
          {customers.map((customer) => (
            <Combobox.Option key={customer.id} value={String(customer.id)}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" fw={550} truncate>
                    {customer.name}
                    {customer.company && ` · ${customer.company}`}
                  </Text>
                  <Text size="xs" c="dimmed" truncate>
                    {customer.email}
                  </Text>
                </div>
                <Text size="xs" c="dimmed" className="tabular" style={{ flex: 'none' }}>
                  {t('{count, plural, one {# order} other {# orders}}', { count: customer.orderCount })}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          <Combobox.Option value={NEW}>
            <Group gap="xs" wrap="nowrap">
              <IconUserPlus size={18} stroke={1.7} aria-hidden />
              <Text size="sm" truncate>
                {typed.trim() ? t('New customer “{typed}”', { typed: typed.trim() }) : t('New customer')}
              </Text>
            </Group>
          </Combobox.Option>
        </Combobox.Options>
        <Text role="status" size="xs" c="dimmed" px={10} pt={6} pb={2}>
          {status}
        </Text>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The chosen customer in one line; details can be corrected for this order. */
export function ChosenCustomer({
  contact,
  orderCount,
  onEdit,
  onChange,
}: {
  contact: { name: string; email: string; phone: string; company: string };
  orderCount: number;
  onEdit: () => void;
  onChange: () => void;
}) {
  return (
    <Group className={styles.chosen} justify="space-between" gap="sm">
      <div style={{ minWidth: 0, flex: '1 1 200px' }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {contact.name}
          {contact.company && (
            <Text span c="dimmed" fw={400}>
              {' · '}
              {contact.company}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[
            contact.email,
            contact.phone,
            t('{count, plural, one {# earlier order} other {# earlier orders}}', { count: orderCount }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onEdit}>
          {t('Edit details')}
        </Button>
        <Button size="xs" variant="default" onClick={onChange} data-change-customer>
          {t('Change customer')}
        </Button>
      </Group>
    </Group>
  );
}
