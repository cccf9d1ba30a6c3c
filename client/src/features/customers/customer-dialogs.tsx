import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type Contact, type Customer, createCustomer } from '@quickfleet/shared/customers';
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '@quickfleet/shared/limits';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PendingButton } from '../../components/pending-button.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { codeOf, issuesOf, messageOf } from '../../lib/error-message.ts';
import { trpc } from '../../lib/trpc.ts';
import { useKept } from '../../lib/use-kept.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { useCreateCustomer, useUpdateCustomer } from './customers-mutations.ts';

interface CustomerFormProps {
  initial: { name: string; email: string; phone: string; company: string };
  words: { send: string; sending: string };
  isPending: boolean;
  onSend: (contact: Contact) => Promise<unknown>;
  onClose: () => void;
}

/** A refusal for the address alone is shown at the address. */
const problemsOf = (error: unknown): Record<string, string> => (codeOf(error) === 'CUSTOMER_EXISTS' ? { email: messageOf(error) } : issuesOf(error));

function CustomerForm({ initial, words, isPending, onSend, onClose }: CustomerFormProps) {
  const { form, onSubmit, showErrors } = useZodForm(createCustomer, initial);
  const send = async (contact: Contact) => {
    try {
      await onSend(contact);
      onClose();
    } catch (error) {
      showErrors(problemsOf(error));
    }
  };

  return (
    <form onSubmit={onSubmit((contact) => void send(contact))} noValidate>
      <Stack gap="md">
        <TextInput key={form.key('name')} label="Name" withAsterisk aria-required autoComplete="off" maxLength={NAME_MAX} data-autofocus {...form.getInputProps('name')} />
        <TextInput
          key={form.key('email')}
          label="Email Address"
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
          label="Phone"
          description="Optional"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={PHONE_MAX}
          {...form.getInputProps('phone')}
        />
        <TextInput key={form.key('company')} label="Company" description="Optional" autoComplete="off" maxLength={NAME_MAX} {...form.getInputProps('company')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" isPending={isPending}>
            {isPending ? words.sending : words.send}
          </PendingButton>
        </Group>
      </Stack>
    </form>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const creation = useCreateCustomer();
  return (
    <CustomerForm
      initial={{ name: '', email: '', phone: '', company: '' }}
      words={{ send: 'Create Customer', sending: 'Creating...' }}
      isPending={creation.isPending}
      onSend={creation.mutateAsync}
      onClose={onClose}
    />
  );
}

export function CustomerCreateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Create Customer" size="md" closeOnClickOutside={false}>
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

function EditForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const update = useUpdateCustomer();
  const { id, name, email, phone, company } = customer;
  return (
    <CustomerForm
      initial={{ name, email, phone: phone ?? '', company: company ?? '' }}
      words={{ send: 'Update Customer', sending: 'Updating...' }}
      isPending={update.isPending}
      onSend={(contact) => update.mutateAsync({ ...contact, id })}
      onClose={onClose}
    />
  );
}

function EditContent({ id, onClose }: { id: number; onClose: () => void }) {
  const query = trpc.customers.get.useQuery({ id });
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isError) return <ErrorState title="The customer could not be loaded" error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return <EditForm customer={query.data} onClose={onClose} />;
}

export function CustomerEditDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const shown = useKept(id);
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Edit Customer" size="md" closeOnClickOutside={false}>
      {shown !== undefined && <EditContent key={shown} id={shown} onClose={onClose} />}
    </Dialog>
  );
}
