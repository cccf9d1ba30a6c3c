import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { smallImage } from '../../lib/small-image.ts';
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
            <img src={smallImage(url)} alt={nameOf(at)} />
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

/**
 * Photos to take off the item and photos to put on it; nothing happens before Save Changes. A chosen photo is read and
 * made smaller first, which takes a slow phone seconds: `prepared` waits for what was chosen, so that no save goes
 * without it. It answers undefined when the dialog was closed meanwhile.
 */
function useImageChanges(item: ShownItem) {
  const [removed, setRemoved] = useState<string[]>([]);
  const [added, setAdded] = useState<readonly NewImage[]>([]);
  const [waiting, setWaiting] = useState(0);
  // What the photos became by now, for those who wait: state is that of the picture drawn last.
  const now = useRef({ added, kept: item.imageUrls, work: Promise.resolve(), isClosed: false });
  useEffect(() => {
    const present = now.current;
    present.isClosed = false;
    return () => {
      present.isClosed = true;
      for (const { url } of present.added) URL.revokeObjectURL(url);
    };
  }, []);
  const show = (images: readonly NewImage[]) => {
    now.current.added = images;
    setAdded(images);
  };
  const kept = item.imageUrls.filter((url) => !removed.includes(url));
  now.current.kept = kept;
  const count = kept.length + added.length;
  const prepare = async (files: readonly File[]) => {
    const present = () => now.current.kept.length + now.current.added.length;
    const overflow = overflowText(files.length, present());
    if (overflow) notifyImageFailed(overflow);
    for (const file of files.slice(0, roomFor(present()))) {
      try {
        const photo = await keepPhoto(file);
        if (!now.current.isClosed) show([...now.current.added, { photo, url: URL.createObjectURL(photo.blob) }]);
      } catch (error) {
        notifyImageFailed(reasonOf(error));
      }
    }
  };
  const add = (files: readonly File[]) => {
    setWaiting((chosen) => chosen + files.length);
    now.current.work = now.current.work
      .then(() => prepare(files))
      .finally(() => setWaiting((chosen) => chosen - files.length));
  };
  const prepared = async () => {
    await now.current.work;
    return now.current.isClosed ? undefined : now.current.added.map(({ photo }) => photo);
  };
  const remove = (url: string) => {
    if (kept.includes(url)) setRemoved((all) => [...all, url]);
    else show(now.current.added.filter((image) => image.url !== url));
  };
  return { removed, added, kept, count, add, remove, prepared, isPreparing: waiting > 0 };
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
  const { removed, added, kept, count, add, remove, prepared, isPreparing } = useImageChanges(item);
  const [isSaving, setSaving] = useState(false);
  const nameOf = (at: number) => `${item.name}, image ${at + 1}`;

  const save = onSubmit(async ({ name, description, quantity }) => {
    setSaving(true);
    const photos = await prepared();
    if (!photos) return;
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
          <Text c="dimmed" mb={6} role="status">
            {isPreparing ? 'Preparing the photos…' : roomText(count)}
          </Text>
          <PhotoButtons label={`Add images, ${item.name}`} onFiles={add} disabled={roomFor(count) === 0} />
        </div>
        <Group grow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" px={4} loading={isSaving}>
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
