import { TextInput } from '@mantine/core';
import type { Contact } from '@quickfleet/shared/base/contact/contact';
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '@quickfleet/shared/limits';
import { type Customer, createCustomer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { ConflictNotice, type Difference } from '../../../components/feedback/conflict-notice.tsx';
import { Dialog, DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { codeOf, issuesOf, messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { changedFields, contestedFields, haveClashed } from '../../../lib/forms/text-changes.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { compareFailed, useCreateCustomer, useUpdateCustomer } from './customers-mutations.ts';

const noValues = { name: '', email: '', phone: '', company: '' };
type CustomerValues = typeof noValues;
const valuesOf = ({ name, email, phone, company }: Customer): CustomerValues => ({
  name,
  email,
  phone: phone ?? '',
  company: company ?? '',
});

const fieldNames: Record<keyof CustomerValues, string> = {
  name: t('Name'),
  email: t('Email Address'),
  phone: t('Phone'),
  company: t('Company'),
};

/** What goes to the server. */
const changesOf = (values: CustomerValues, read: CustomerValues): Partial<CustomerValues> =>
  Object.fromEntries(changedFields(values, read).map((field) => [field, values[field]]));

/** What a conflict is about, in words. */
const differencesOf = (mine: CustomerValues, theirs: CustomerValues, read: CustomerValues): Difference[] =>
  contestedFields(mine, theirs, read).map((field) => ({
    field: fieldNames[field],
    mine: mine[field],
    theirs: theirs[field],
  }));

interface CustomerFormProps {
  initial: CustomerValues;
  words: { send: string; sending: string };
  isPending: boolean;
  /** Resolves to the other user's version on a conflict, otherwise to undefined. */
  onSave: (contact: Contact, typed: CustomerValues, theirs: Customer | undefined) => Promise<Customer | undefined>;
  onClose: () => void;
}

/** A refusal for the address alone is shown at the address. */
const problemsOf = (error: unknown): Record<string, string> =>
  codeOf(error) === 'CUSTOMER_EXISTS' ? { email: messageOf(error) } : issuesOf(error);

function CustomerForm({ initial, words, isPending, onSave, onClose }: CustomerFormProps) {
  const { form, onSend } = useZodForm(createCustomer, initial);
  const [theirs, setTheirs] = useState<Customer>();
  const send = async (contact: Contact, typed: CustomerValues) => {
    const conflicting = await onSave(contact, typed, theirs);
    setTheirs(conflicting);
    if (!conflicting) onClose();
  };
  const submit = onSend(send, problemsOf);

  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      send={words.send}
      sending={words.sending}
      isPending={isPending}
      isDisabled={theirs !== undefined}
    >
      {theirs && (
        <ConflictNotice
          what={t('customer')}
          differences={differencesOf(form.getValues(), valuesOf(theirs), initial)}
          onKeepMine={() => submit()}
          onUseTheirs={onClose}
          isSaving={isPending}
        />
      )}
      <TextInput
        key={form.key('name')}
        label={t('Name')}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={NAME_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        key={form.key('email')}
        label={t('Email Address')}
        withAsterisk
        aria-required
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={EMAIL_MAX}
        {...form.getInputProps('email')}
      />
      <TextInput
        key={form.key('phone')}
        label={t('Phone')}
        description={t('Optional')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={PHONE_MAX}
        {...form.getInputProps('phone')}
      />
      <TextInput
        key={form.key('company')}
        label={t('Company')}
        description={t('Optional')}
        autoComplete="off"
        maxLength={NAME_MAX}
        {...form.getInputProps('company')}
      />
    </DialogForm>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const creation = useCreateCustomer();
  return (
    <CustomerForm
      initial={noValues}
      words={{ send: t('Create Customer'), sending: t('Creating...') }}
      isPending={creation.isPending}
      onSave={async (contact) => void (await creation.mutateAsync(contact))}
      onClose={onClose}
    />
  );
}

export function CustomerCreateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Create Customer')} size="md">
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

function EditForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { client } = trpc.useUtils();
  const update = useUpdateCustomer();
  // Stays as it was opened: a refetch must not make another user's change look like this user's own.
  const [read] = useState(customer);
  const { id } = read;
  const saveOn = async (typed: CustomerValues, version: number): Promise<Customer | undefined> => {
    try {
      await update.mutateAsync({ id, version, ...changesOf(typed, valuesOf(read)) });
      return undefined;
    } catch (error) {
      if (codeOf(error) !== 'STALE_VERSION') throw error;
      const present = await client.customers.get.query({ id }).catch(compareFailed);
      // Changes to other fields do not conflict.
      return haveClashed(typed, valuesOf(present), valuesOf(read)) ? present : saveOn(typed, present.version);
    }
  };
  const send: CustomerFormProps['onSave'] = (_, typed, theirs) => saveOn(typed, (theirs ?? read).version);
  return (
    <CustomerForm
      initial={valuesOf(read)}
      words={{ send: t('Update Customer'), sending: t('Updating...') }}
      isPending={update.isPending}
      onSave={send}
      onClose={onClose}
    />
  );
}

function EditContent({ id, onClose }: { id: number; onClose: () => void }) {
  const query = trpc.customers.get.useQuery({ id });
  if (!query.isSuccess) return <QueryState query={query} title={t('The customer could not be loaded')} rows={4} />;
  return <EditForm customer={query.data} onClose={onClose} />;
}

export function CustomerEditDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <DialogOf of={id} onClose={onClose} title={t('Edit Customer')} size="md">
      {(shown) => <EditContent key={shown} id={shown} onClose={onClose} />}
    </DialogOf>
  );
}
