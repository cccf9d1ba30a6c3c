import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './driver.module.css';
import { notifyImageFailed, record } from './drivers-mutations.ts';
import { ItemFields, useItemForm } from './item-fields.tsx';
import { keepPhoto, overflowText, reasonOf, roomFor, roomText } from './item-photos.ts';
import type { KeptPhoto } from './outbox/entries.ts';
import type { ShownItem } from './outbox/use-portal.ts';
import { PhotoButtons } from './photo-buttons.tsx';

interface NewImage {
  photo: KeptPhoto;
  url: string;
}

function Thumbs({
  urls,
  nameOf,
  onRemove,
}: {
  urls: readonly string[];
  nameOf: (at: number) => string;
  onRemove: (url: string) => void;
}) {
  return (
    <ul className={styles.photos} data-large>
      {urls.map((url, at) => (
        <li key={url} style={{ position: 'relative' }}>
          <span className={styles.photo} style={{ cursor: 'default' }}>
            <img src={url} alt={nameOf(at)} />
          </span>
          <ActionIcon
            variant="filled"
            color="dark"
            style={{ position: 'absolute', top: 2, right: 2 }}
            aria-label={`Remove ${nameOf(at)}`}
            onClick={() => onRemove(url)}
          >
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** Photos to take off the item and photos to put on it; nothing happens before Save Changes. */
function useImageChanges(item: ShownItem) {
  const [removed, setRemoved] = useState<string[]>([]);
  const [added, setAdded] = useState<NewImage[]>([]);
  useEffect(
    () => () => {
      for (const { url } of added) URL.revokeObjectURL(url);
    },
    [],
  );
  const kept = item.imageUrls.filter((url) => !removed.includes(url));
  const count = kept.length + added.length;
  const add = async (files: File[]) => {
    const overflow = overflowText(files.length, count);
    if (overflow) notifyImageFailed(overflow);
    for (const file of files.slice(0, roomFor(count))) {
      try {
        const photo = await keepPhoto(file);
        setAdded((all) => [...all, { photo, url: URL.createObjectURL(photo.blob) }]);
      } catch (error) {
        notifyImageFailed(reasonOf(error));
      }
    }
  };
  const remove = (url: string) =>
    kept.includes(url)
      ? setRemoved((all) => [...all, url])
      : setAdded((all) => all.filter((image) => image.url !== url));
  return { removed, added, kept, count, add, remove };
}

function EditItemForm({
  orderId,
  item,
  onClose,
  onRetyped,
}: {
  orderId: number;
  item: ShownItem;
  onClose: () => void;
  onRetyped: () => void;
}) {
  const { form, onSubmit } = useItemForm({
    name: item.name,
    description: item.description ?? '',
    quantity: String(item.quantity),
  });
  const { removed, added, kept, count, add, remove } = useImageChanges(item);
  const nameOf = (at: number) => `${item.name}, image ${at + 1}`;

  const save = onSubmit(async ({ name, description, quantity }) => {
    const photos = added.map(({ photo }) => photo);
    onClose();
    if (removed.length + photos.length === 0) onRetyped();
    await record(orderId, {
      kind: 'editItem',
      itemId: item.id,
      name,
      description: description ?? null,
      quantity,
      removeImageUrls: removed,
      photos,
    });
  });

  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <ItemFields form={form} autoFocus />
        <div>
          <Text fw={500} mb={6}>
            Current images
          </Text>
          {kept.length === 0 ? (
            <Text c="dimmed">No images</Text>
          ) : (
            <Thumbs urls={kept} nameOf={nameOf} onRemove={remove} />
          )}
        </div>
        <div>
          <Text fw={500} mb={6}>
            New images
          </Text>
          {added.length > 0 && (
            <Thumbs urls={added.map(({ url }) => url)} nameOf={(at) => nameOf(kept.length + at)} onRemove={remove} />
          )}
          <Text c="dimmed" mb={6}>
            {roomText(count)}
          </Text>
          <PhotoButtons
            label={`Add images, ${item.name}`}
            onFiles={(files) => void add(files)}
            disabled={roomFor(count) === 0}
          />
        </div>
        <Group grow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" px={4}>
            Save Changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EditItemDialogProps {
  orderId: number;
  item: ShownItem | undefined;
  onClose: () => void;
  /** Words were changed and no images: that can be taken back. `before` is the item as it was. */
  onRetyped: (before: ShownItem) => void;
}

export function EditItemDialog({ orderId, item, onClose, onRetyped }: EditItemDialogProps) {
  return (
    <Modal opened={item !== undefined} onClose={onClose} title="Edit Item">
      {item && <EditItemForm orderId={orderId} item={item} onClose={onClose} onRetyped={() => onRetyped(item)} />}
    </Modal>
  );
}
