import { Button, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { addressLines } from '@quickfleet/shared/company/billing/billing-terms';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { billingCycles, customerBillingIn } from '@quickfleet/shared/people/customer-billing';
import type { Customer } from '@quickfleet/shared/people/customers';
import { languageNames, languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { z } from 'zod';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useUpdateCustomer } from './customers-mutations.ts';

const PLACE = ['street', 'postcode', 'town', 'country'] as const;
const TEXTS = ['name', 'email', 'vatId', 'electronicAddress', 'buyerReference', 'orderReference'] as const;
type Texts = Record<
  (typeof TEXTS)[number] | (typeof PLACE)[number] | 'cycle' | 'language' | 'days' | 'priceListId' | 'creditLimit',
  string
>;

const cycleWords = {
  order: t('Each delivery'),
  week: t('Each week'),
  fortnight: t('Every two weeks'),
  month: t('Each month'),
};
const cycles = [
  { value: '', label: t('As the run says') },
  ...billingCycles.map((value) => ({ value, label: cycleWords[value] })),
];
const spoken = [
  { value: '', label: t('As their orders say') },
  ...languages.map((value) => ({ value, label: languageNames[value] })),
];

const valuesOf = ({ billing }: Customer): Texts => ({
  ...{ name: billing.name ?? '', email: billing.email ?? '', vatId: billing.vatId ?? '' },
  electronicAddress: billing.electronicAddress ?? '',
  buyerReference: billing.buyerReference ?? '',
  orderReference: billing.orderReference ?? '',
  ...(billing.address ?? { street: '', postcode: '', town: '', country: '' }),
  cycle: billing.cycle ?? '',
  language: billing.language ?? '',
  priceListId: String(billing.priceListId ?? ''),
  creditLimit: billing.creditLimit ?? '',
  days: billing.terms === null ? '' : String(billing.terms.days),
});
/** What goes to the server: an empty field is the company's own, or what the customer has. */
function billingOf(values: Texts, { billing: { terms } }: Customer) {
  const place = Object.fromEntries(PLACE.map((name) => [name, values[name]]));
  const discount = { discountDays: terms?.discountDays ?? 0, discountPercent: terms?.discountPercent ?? '0' };
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, values[name].trim() || null])),
    address: PLACE.every((name) => values[name].trim() === '') ? null : place,
    cycle: values.cycle || null,
    language: values.language || null,
    priceListId: values.priceListId === '' ? null : Number(values.priceListId),
    creditLimit: values.creditLimit.trim() || null,
    terms: values.days.trim() === '' ? null : { days: values.days.trim(), ...discount },
  };
}
const PATHS: Readonly<Record<string, string>> = { 'terms.days': 'days' };
/** An issue of the address is shown at its field. */
const fieldOf = (path: string): string => {
  const plain = path.replace(/^billing\./, '');
  return PATHS[plain] ?? plain.replace(/^address\./, '');
};

function BillingForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const update = useUpdateCustomer();
  const [read] = useState(customer);
  const schema = z.custom<Texts>().superRefine((values, context) => {
    const checked = customerBillingIn.safeParse(billingOf(values, read));
    for (const { path, message } of checked.error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: [fieldOf(path.join('.'))] });
  });
  const { form, onSend } = useZodForm(schema, valuesOf(read));
  const known = trpc.priceLists.list.useQuery().data?.data ?? [];
  const lists = [
    { value: '', label: t('None: the company’s rules') },
    ...known.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const send = async (values: Texts) => {
    await update.mutateAsync({
      id: read.id,
      version: read.version,
      billing: customerBillingIn.parse(billingOf(values, read)),
    });
    onClose();
  };
  const submit = onSend(send, (error) =>
    Object.fromEntries(Object.entries(issuesOf(error)).map(([path, text]) => [fieldOf(path), text])),
  );
  const line = (name: keyof Texts, label: string, description?: string) => (
    <TextInput
      key={form.key(name)}
      label={label}
      description={description}
      autoComplete="off"
      maxLength={NAME_MAX}
      {...form.getInputProps(name)}
    />
  );
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      send={t('Save')}
      sending={t('Saving...')}
      isPending={update.isPending}
    >
      {line('name', t('Name on invoices'), t('Empty: the company, else the name'))}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {line('street', t('Street'))}
        {line('postcode', t('Postcode'))}
        {line('town', t('Town'))}
        {line('country', t('Country (two letters)'))}
        {line('email', t('E-mail for invoices'))}
        {line('vatId', t('VAT number'))}
        {line('buyerReference', t('Buyer reference (Leitweg-ID)'))}
        {line('orderReference', t('Order reference'))}
        {line('electronicAddress', t('Electronic address'))}
        {line('days', t('Days to pay'))}
        {line('creditLimit', t('Credit limit'), t('The office is warned when an order passes it'))}
        <NativeSelect key={form.key('cycle')} label={t('How often')} data={cycles} {...form.getInputProps('cycle')} />
        <NativeSelect
          key={form.key('language')}
          label={t('Language of papers')}
          data={spoken}
          {...form.getInputProps('language')}
        />
        <NativeSelect
          key={form.key('priceListId')}
          label={t('Price list')}
          data={lists}
          {...form.getInputProps('priceListId')}
        />
      </SimpleGrid>
    </DialogForm>
  );
}

/** What invoices say of the customer, and the way to change it. */
export function CustomerBilling({ customer }: { customer: Customer }) {
  const [isOpen, setOpen] = useState(false);
  const { billing, company, name, email } = customer;
  const lines = [
    billing.name ?? company ?? name,
    ...(billing.address === null ? [t('No billing address yet')] : addressLines(billing.address)),
    billing.email ?? email,
    billing.vatId,
  ];
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {lines.filter(Boolean).join('\n')}
      </Text>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('Change billing')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('Billing')} size="md">
        <BillingForm customer={customer} onClose={() => setOpen(false)} />
      </Dialog>
    </Stack>
  );
}
