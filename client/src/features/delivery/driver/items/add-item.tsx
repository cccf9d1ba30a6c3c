import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { loadDialogs } from '../order/load-dialogs.ts';
import { useLater } from '../order/use-later.ts';
import { draftKey } from '../outbox/storing/drafts.ts';
import { portal } from '../outbox/use-portal.ts';
import { notifyNotLoaded } from '../portal/drivers-mutations.ts';

/** An item that was found at the door: a button that becomes a short form, which comes back after a page that was ended. */
export function AddItem({ orderId }: { orderId: number }) {
  const [isOpen, setOpen] = useState(() => portal.getState().drafts.has(draftKey({ orderId, dialog: 'newItem' })));
  const dialogs = useLater(loadDialogs, isOpen, () => notifyNotLoaded(() => setOpen(false)));
  if (isOpen && dialogs) return <dialogs.AddItemForm orderId={orderId} onClose={() => setOpen(false)} />;
  return (
    <Button
      variant="default"
      fullWidth
      mt="xs"
      leftSection={<IconPlus size={22} aria-hidden />}
      loading={isOpen}
      onClick={() => setOpen(true)}
    >
      Add Item
    </Button>
  );
}
