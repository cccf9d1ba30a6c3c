import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Customer } from '@quickfleet/shared/people/customers';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { ContactFields } from '../../../../components/delivery-form/contact-fields.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import type { QuoteForm } from '../fields/quote-values.ts';
import styles from './quote-form.module.css';

const SUGGESTIONS = 8;
const WAIT_MS = 250;

/** Finds a customer who is known already and fills the fields in; they can still be changed for this quote. */
function KnownCustomer({ onChosen }: { onChosen: (customer: Customer) => void }) {
  const [typed, setTyped] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const [q] = useDebouncedValue(typed.includes(' · ') ? '' : typed.trim(), WAIT_MS);
  const found = trpc.customers.list.useQuery(
    { limit: SUGGESTIONS, sort: 'name', ...(q ? { q } : {}) },
    { enabled: wasOpened, placeholderData: keepPreviousData },
  );
  const customers = found.data?.data ?? [];

  return (
    <Select
      label={t('Known customer')}
      description={t('Fills in the fields below')}
      placeholder={t('Search by name, e-mail, phone or company')}
      searchable
      clearable
      data={customers.map(({ id, name, email }) => ({ value: String(id), label: `${name} · ${email}` }))}
      filter={({ options }) => options}
      nothingFoundMessage={
        found.isError
          ? t('The customers could not be loaded')
          : found.isPending
            ? t('Searching...')
            : t('No customer found')
      }
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onChange={(id) => {
        const chosen = customers.find((customer) => String(customer.id) === id);
        if (chosen) onChosen(chosen);
      }}
    />
  );
}

function KnownDetails({ form }: { form: QuoteForm }) {
  const { name, email, phone, company } = form.getValues().customer;
  const lines = [
    [t('Name'), name],
    [t('E-mail'), email],
    [t('Phone'), phone],
    [t('Company'), company],
  ].filter(([, value]) => value);
  return (
    <dl className={styles.known}>
      {lines.map(([label, value]) => [
        <dt key={`${label}-label`}>{label}</dt>,
        <dd key={label} dir="auto">
          {keepNumbers(value ?? '')}
        </dd>,
      ])}
    </dl>
  );
}

/** Who asks. An edit shows the customer and leaves them as they are. */
export function CustomerFields({ form, mode }: { form: QuoteForm; mode: 'create' | 'edit' }) {
  const fill = ({ name, email, phone, company }: Customer) => {
    form.setFieldValue('customer.name', name);
    form.setFieldValue('customer.email', email);
    form.setFieldValue('customer.phone', phone ?? '');
    form.setFieldValue('customer.company', company ?? '');
  };

  if (mode === 'edit') return <KnownDetails form={form} />;
  return (
    <>
      <KnownCustomer onChosen={fill} />
      <ContactFields form={form} labels={{ name: t('Customer Name'), phone: t('Phone') }} />
    </>
  );
}
