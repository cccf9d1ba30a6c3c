import { Box, Button, NativeSelect, Text, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { ADDRESS_LABEL_MAX, ADDRESS_MAX } from '@quickfleet/shared/limits';
import { type NewAddress, newAddress, type SavedAddress } from '@quickfleet/shared/people/saved-addresses';
import { t } from '@quickfleet/shared/words/t';
import type { ComponentType } from 'react';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { contactFrom } from '../delivery-form/delivery-values.ts';
import fields from '../delivery-form/fields.module.css';
import { PersonFields } from '../delivery-form/stop-contact.tsx';
import { DialogOf } from '../feedback/dialog/dialog.tsx';
import { DialogForm } from '../feedback/dialog/dialog-form.tsx';

const uses = [
  { value: 'both', label: t('Pickup and delivery') },
  { value: 'pickup', label: t('Pickup') },
  { value: 'delivery', label: t('Delivery') },
] as const;

/** What the form begins with; `id` is of one that is saved already. */
export type EditedAddress = Partial<Pick<SavedAddress, 'id' | 'label' | 'use' | 'address' | 'contact'>>;

interface AddressFormProps {
  initial: EditedAddress;
  /** Who is there without a contact. */
  ownName: 'you' | 'the customer';
  isSending: boolean;
  /** That of the office offers addresses while somebody types. */
  Field?: ComponentType<TextareaProps> | undefined;
  /** Rejects with what the form shows. */
  onSend: (address: NewAddress, id: number | undefined) => Promise<unknown>;
  onRemove: (id: number) => void;
  onClose: () => void;
}

function AddressForm({ initial, ownName, isSending, Field = Textarea, onSend, onRemove, onClose }: AddressFormProps) {
  const { id, label, use = 'both', address = '', contact } = initial;
  const { form, onSend: send } = useZodForm(newAddress, {
    label: label ?? '',
    use,
    address,
    contact: contactFrom(contact),
  });
  const save = send(async (given) => {
    await onSend(given, id);
    onClose();
  });
  return (
    <DialogForm
      onSubmit={save}
      onCancel={onClose}
      send={t('Save')}
      sending={t('Saving...')}
      isPending={isSending}
      aside={
        id !== undefined && (
          <Button variant="subtle" color="red" px="xs" onClick={() => onRemove(id)}>
            {t('Remove')}
          </Button>
        )
      }
    >
      <Field
        key={form.key('address')}
        label={t('Address')}
        withAsterisk
        aria-required
        autosize
        minRows={2}
        autoComplete="off"
        maxLength={ADDRESS_MAX}
        data-autofocus
        {...form.getInputProps('address')}
      />
      <div className={fields.pair}>
        <TextInput
          key={form.key('label')}
          label={t('Name of the address')}
          placeholder={t('Optional: Warehouse')}
          autoComplete="off"
          maxLength={ADDRESS_LABEL_MAX}
          {...form.getInputProps('label')}
        />
        <NativeSelect key={form.key('use')} label={t('Use it for')} data={[...uses]} {...form.getInputProps('use')} />
      </div>
      <fieldset>
        <Text fw={600} component="legend">
          {t('Who is there?')}
        </Text>
        <Text size="sm" c="dimmed" mb="xs">
          {ownName === 'you' ? t('Leave this empty if it is you.') : t('Leave this empty if it is the customer.')}
        </Text>
        <Box className={fields.pair} mb="md">
          <PersonFields form={form} path="contact" at="address" />
        </Box>
      </fieldset>
    </DialogForm>
  );
}

interface AddressDialogProps extends Omit<AddressFormProps, 'initial'> {
  /** Undefined while the dialog is closed. */
  edited: EditedAddress | undefined;
}
/** Saves or changes an address with the person there. */
export function AddressDialog({ edited, onClose, ...form }: AddressDialogProps) {
  return (
    <DialogOf
      of={edited}
      onClose={onClose}
      title={(shown) => (shown.id === undefined ? t('Save an address') : t('Change the address'))}
      size="lg"
    >
      {(shown) => <AddressForm key={`${shown.id} ${shown.address}`} {...form} initial={shown} onClose={onClose} />}
    </DialogOf>
  );
}
