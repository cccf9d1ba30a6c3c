import { Badge } from '@mantine/core';
import type { TrackedOrder } from '@quickfleet/shared/tracking';
import { IconCheck, IconClock, IconPackageExport } from '@tabler/icons-react';
import { ImageGallery } from '../../components/image-gallery.tsx';
import styles from './tracking.module.css';

type Item = TrackedOrder['items'][number];

function ItemState({ item }: { item: Item }) {
  if (!item.isPickedUp && !item.isDelivered) {
    return (
      <Badge variant="light" color="gray" leftSection={<IconClock size={14} aria-hidden />}>
        Waiting for pickup
      </Badge>
    );
  }
  return (
    <>
      {item.isPickedUp && (
        <Badge variant="light" color="violet" leftSection={<IconPackageExport size={14} aria-hidden />}>
          Picked Up
        </Badge>
      )}
      {item.isDelivered && (
        <Badge color="green" leftSection={<IconCheck size={14} aria-hidden />}>
          Delivered
        </Badge>
      )}
    </>
  );
}

function Photos({ title, urls, label, prefix }: { title: string; urls: string[]; label: string; prefix?: string }) {
  if (urls.length === 0) return null;
  return (
    <div>
      <p className={styles.quiet}>{title}</p>
      <ImageGallery urls={urls} label={label} {...(prefix ? { captionPrefix: prefix } : {})} />
    </div>
  );
}

export function TrackedItems({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item, at) => (
        <li key={`${at} ${item.name}`} className={styles.itemRow}>
          <div className={styles.itemHead}>
            <div className={styles.itemWords}>
              <h3 className={styles.itemName}>{item.name}</h3>
              {item.description && <p className={styles.quiet}>{item.description}</p>}
              <p className={styles.quiet}>Quantity: {item.quantity}</p>
            </div>
            <div className={styles.itemBadges}>
              <ItemState item={item} />
            </div>
          </div>
          <div className={styles.itemPhotos}>
            <Photos title="Photos" urls={item.imageUrls} label={`${item.name}, photo`} />
            <Photos title="At pickup" urls={item.pickupImageUrls} label={`${item.name}, pickup photo`} prefix="P" />
            <Photos
              title="At delivery"
              urls={item.deliveryImageUrls}
              label={`${item.name}, delivery photo`}
              prefix="D"
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
