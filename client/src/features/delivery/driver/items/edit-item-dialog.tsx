import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { smallImage } from '../../../../lib/files/small-image.ts';
import { DialogTitle } from '../asking/dialog-title.tsx';
import { type Leave, useDraft } from '../asking/use-draft.tsx';
import { portal, type ShownItem } from '../outbox/portal.ts';
import type { ItemDraft } from '../outbox/storing/contents.ts';
import type { KeptPhoto } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { notifyImageFailed, record } from '../portal/drivers-mutations.ts';
import { ItemFields, useItemForm } from './item-fields.tsx';
import { keepPhoto, overflowText, reasonOf, roomFor, roomText } from './item-photos.ts';
import { PhotoButtons } from './photo-buttons.tsx';

interface NewImage {
  photo: KeptPhoto;
  url: string;
}
const newImage = (photo: KeptPhoto): NewImage => ({ photo, url: URL.createObjectURL(photo.blob) });

/** The draft the phone kept. */
function itemDraftOf(orderId: number, item: ShownItem): ItemDraft | undefined {
  const kept = portal.draftOf(orderId, 'item');
  return kept && portal.itemIdOf(kept.itemId) === item.id ? kept : undefined;
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
            style={{ position: 'absolute', top: 2, insetInlineEnd: 2 }}
            aria-label={t('Remove {what}', { what: nameOf(at) })}
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
 * Photos to remove and to add; nothing happens before Save Changes. Preparing a chosen photo takes a slow phone
 * seconds: `prepared` waits for it, so that no save misses it, and resolves to undefined when the dialog was closed.
 */
function useImageChanges(item: ShownItem, before: ItemDraft | undefined) {
  const [removed, setRemoved] = useState<string[]>(before?.removed ?? []);
  const [added, setAdded] = useState<readonly NewImage[]>(() => (before?.photos ?? []).map(newImage));
  const [waiting, setWaiting] = useState(0);
  // The latest photos for async code; state is only that of the last render.
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
        if (!now.current.isClosed) show([...now.current.added, newImage(photo)]);
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
  leave,
  onClose,
  onRetyped,
}: {
  orderId: number;
  item: ShownItem;
  leave: Leave;
  onClose: () => void;
  onRetyped: () => void;
}) {
  const [before] = useState(() => itemDraftOf(orderId, item));
  const { form, onSubmit } = useItemForm({
    name: before?.name ?? item.name,
    description: before?.description ?? item.description ?? '',
    quantity: before?.quantity ?? String(item.quantity),
  });
  const { removed, added, kept, count, add, remove, prepared, isPreparing } = useImageChanges(item, before);
  const photos = useMemo(() => added.map(({ photo }) => photo), [added]);
  const { name, description, quantity } = form.getValues();
  const draft: ItemDraft = { dialog: 'item', orderId, itemId: item.id, name, description, quantity, removed, photos };
  const { askDialog, saving } = useDraft(draft, leave, onClose);
  const [isSaving, setSaving] = useState(false);
  const nameOf = (at: number) => t('{name}, image {number}', { name: item.name, number: at + 1 });

  const save = onSubmit(async (saved) => {
    setSaving(true);
    const all = await prepared();
    if (!all) return;
    const action = {
      kind: 'editItem' as const,
      itemId: item.id,
      name: saved.name,
      description: saved.description ?? null,
      quantity: saved.quantity,
      removeImageUrls: removed,
      photos: all,
    };
    const kept = saving((key) => record(orderId, action, key));
    onClose();
    if (removed.length + all.length === 0) onRetyped();
    await kept;
  });

  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <ItemFields form={form} autoFocus />
        <div>
          <Text fw={500} mb={6}>
            {t('Current images')}
          </Text>
          {kept.length === 0 ? (
            <Text c="dimmed">{t('No images')}</Text>
          ) : (
            <Thumbs urls={kept} nameOf={nameOf} onRemove={remove} />
          )}
        </div>
        <div>
          <Text fw={500} mb={6}>
            {t('New images')}
          </Text>
          {added.length > 0 && (
            <Thumbs urls={added.map(({ url }) => url)} nameOf={(at) => nameOf(kept.length + at)} onRemove={remove} />
          )}
          <Text c="dimmed" mb={6} role="status">
            {isPreparing ? t('Preparing the photos…') : roomText(count)}
          </Text>
          <PhotoButtons
            label={t('Add images, {name}', { name: item.name })}
            onFiles={add}
            disabled={roomFor(count) === 0}
          />
        </div>
        <Group grow>
          <Button variant="default" onClick={() => leave.current?.()}>
            {t('Cancel')}
          </Button>
          <Button type="submit" px={4} loading={isSaving}>
            {t('Save Changes')}
          </Button>
        </Group>
        {askDialog}
      </Stack>
    </form>
  );
}

interface EditItemDialogProps {
  order: Order;
  item: ShownItem | undefined;
  onClose: () => void;
  /** Only text was changed, which can be undone. `before` is the item as it was. */
  onRetyped: (before: ShownItem) => void;
}

export function EditItemDialog({ order, item, onClose, onRetyped }: EditItemDialogProps) {
  const leave: Leave = useRef(undefined);
  return (
    <Modal
      opened={item !== undefined}
      onClose={() => leave.current?.()}
      title={<DialogTitle title={t('Edit Item')} order={order} />}
    >
      {item && (
        <EditItemForm
          orderId={order.id}
          item={item}
          leave={leave}
          onClose={onClose}
          onRetyped={() => onRetyped(item)}
        />
      )}
    </Modal>
  );
}
