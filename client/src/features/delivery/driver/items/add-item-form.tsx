import { Button, Group, Title } from '@mantine/core';
import styles from '../portal/driver.module.css';
import { record } from '../portal/drivers-mutations.ts';
import { ItemFields, newItemValues, useItemForm } from './item-fields.tsx';

export function AddItemForm({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { form, onSubmit } = useItemForm(newItemValues);
  const add = onSubmit(({ name, description, quantity }) => {
    // Below zero until the server has given it an id of its own.
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
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Add Item</Button>
      </Group>
    </form>
  );
}
