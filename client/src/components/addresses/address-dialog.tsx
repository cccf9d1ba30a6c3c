import { Box, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { ADDRESS_LABEL_MAX, ADDRESS_MAX } from '@quickfleet/shared/limits';
import { type NewAddress, newAddress, type SavedAddress } from '@quickfleet/shared/people/saved-addresses';
import { t } from '@quickfleet/shared/words/t';
import { issuesOf } from '../../lib/api/error-message.ts';
import { usePrevious } from '../../lib/forms/use-previous.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { contactFrom } from '../delivery-form/delivery-values.ts';
import fields from '../delivery-form/fields.module.css';
import { PersonFields } from '../delivery-form/stop-contact.tsx';
import { Dialog, DialogFooter } from '../feedback/dialog/dialog.tsx';
import { PendingButton } from '../feedback/pending-button.tsx';

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
  /** Rejects with what the form shows. */
  onSend: (address: NewAddress, id: number | undefined) => Promise<unknown>;
  onRemove: (id: number) => void;
  onClose: () => void;
}

function AddressForm({ initial, ownName, isSending, onSend, onRemove, onClose }: AddressFormProps) {
  const { id, label, use = 'both', address = '', contact } = initial;
  const { form, onSubmit, showErrors } = useZodForm(newAddress, {
    label: label ?? '',
    use,
    address,
    contact: contactFrom(contact),
  });
  const send = async (given: NewAddress) => {
    if (isSending) return;
    try {
      await onSend(given, id);
      onClose();
    } catch (error) {
      showErrors(issuesOf(error));
    }
  };
  return (
    <form onSubmit={onSubmit((given) => void send(given))} noValidate>
      <Stack gap="md">
        <Textarea
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
      </Stack>
      <DialogFooter>
        <Group justify={id === undefined ? 'flex-end' : 'space-between'} gap="xs" wrap="nowrap">
          {id !== undefined && (
            <Button variant="subtle" color="red" px="xs" onClick={() => onRemove(id)}>
              {t('Remove')}
            </Button>
          )}
          <Group gap="sm" wrap="nowrap">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <PendingButton type="submit" isPending={isSending}>
              {isSending ? t('Saving...') : t('Save')}
            </PendingButton>
          </Group>
        </Group>
      </DialogFooter>
    </form>
  );
}

interface AddressDialogProps extends Omit<AddressFormProps, 'initial'> {
  /** Undefined while the dialog is closed. */
  edited: EditedAddress | undefined;
}
/** Saves or changes an address with the person there. */
export function AddressDialog({ edited, onClose, ...form }: AddressDialogProps) {
  const shown = usePrevious(edited);
  return (
    <Dialog
      opened={edited !== undefined}
      onClose={onClose}
      title={shown?.id === undefined ? t('Save an address') : t('Change the address')}
      size="lg"
      closeOnClickOutside={false}
    >
      {shown && <AddressForm key={`${shown.id} ${shown.address}`} {...form} initial={shown} onClose={onClose} />}
    </Dialog>
  );
}
