import type { TextareaProps } from '@mantine/core';
import type { NewAddress, SavedAddress } from '@quickfleet/shared/people/saved-addresses';
import { t } from '@quickfleet/shared/words/t';
import { type ComponentType, useState } from 'react';
import { oneLine } from '../../lib/words/contact-words.ts';
import { useConfirm } from '../feedback/dialog/confirm.tsx';
import { AddressDialog, type EditedAddress } from './address-dialog.tsx';

interface Sent<Input> {
  isPending: boolean;
  mutateAsync: (input: Input) => Promise<unknown>;
}
interface AddressBook {
  /** That of the office offers addresses while somebody types. */
  Field?: ComponentType<TextareaProps>;
  /** Who is there without a contact. */
  ownName: 'you' | 'the customer';
  save: Sent<NewAddress>;
  change: Sent<NewAddress & { id: number }>;
  remove: Sent<{ id: number }>;
}

/** `edit({})` asks for a new address, `edit(saved)` changes one; put `{addressDialog}` anywhere in the JSX. */
export function useAddressBook({ Field, ownName, save, change, remove }: AddressBook) {
  const [edited, setEdited] = useState<EditedAddress>();
  const { confirm, confirmDialog } = useConfirm();
  const close = () => setEdited(undefined);
  const removeIt = async (id: number) => {
    const named: Pick<SavedAddress, 'label' | 'address'> = { label: null, address: '', ...edited };
    const isSure = await confirm({
      title: t('Remove this address?'),
      text: t('{address} is no longer offered. Orders keep it.', {
        address: [named.label, oneLine(named.address)].filter(Boolean).join(', '),
      }),
      action: t('Remove address'),
    });
    if (!isSure) return;
    // A failure is shown by the mutation.
    await remove.mutateAsync({ id }).then(close, () => undefined);
  };
  const addressDialog = (
    <>
      <AddressDialog
        edited={edited}
        ownName={ownName}
        Field={Field}
        isSending={save.isPending || change.isPending}
        onSend={(address, id) =>
          id === undefined ? save.mutateAsync(address) : change.mutateAsync({ ...address, id })
        }
        onRemove={(id) => void removeIt(id)}
        onClose={close}
      />
      {confirmDialog}
    </>
  );
  return { edit: (address: EditedAddress) => setEdited(address), addressDialog };
}
