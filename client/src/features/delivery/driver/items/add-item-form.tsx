import { Button, Group, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Leave, useDraft } from '../asking/use-draft.tsx';
import { draftKey, type NewItemDraft } from '../outbox/storing/drafts.ts';
import { portal } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';
import { record } from '../portal/drivers-mutations.ts';
import { ItemFields, newItemValues, useItemForm } from './item-fields.tsx';

/** As it was when the page was ended with the form open. */
function newItemDraftOf(orderId: number): NewItemDraft | undefined {
  const kept = portal.getState().drafts.get(draftKey({ orderId, dialog: 'newItem' }));
  return kept?.dialog === 'newItem' ? kept : undefined;
}

export function AddItemForm({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { form, onSubmit } = useItemForm(newItemValues);
  const add = onSubmit(({ name, description, quantity }) => {
    // Below zero until the server assigns an id.
    void record(orderId, { kind: 'addItem', itemId: -Date.now(), name, description: description ?? null, quantity });
    onClose();
  });
  return (
    <form onSubmit={add} noValidate className={styles.item} aria-labelledby="add-item-title">
      <Title order={3} size="h4" mb="sm" id="add-item-title">
        Add Item
      </Title>
      <ItemFields form={form} autoFocus />
      <Group mt="md" grow>
        <Button variant="default" onClick={() => leave.current?.()}>
          Cancel
        </Button>
        <Button type="submit">Add Item</Button>
      </Group>
    </form>
  );
}
