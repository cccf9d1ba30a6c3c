import { Badge } from '@mantine/core';
import type { ItemBadge } from '@quickfleet/shared/delivery/order-progress';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking';
import { type Icon, IconBan, IconCheck, IconClock, IconPackageExport } from '@tabler/icons-react';
import { ConditionChain } from '../../../components/text/condition-chain.tsx';
import styles from './tracking.module.css';

type Item = TrackedOrder['items'][number];

const looks: Record<ItemBadge, { color: string; icon: Icon; variant: 'light' | 'filled' }> = {
  'Waiting for pickup': { color: 'gray', icon: IconClock, variant: 'light' },
  'Not picked up': { color: 'gray', icon: IconBan, variant: 'light' },
  'Picked Up': { color: 'violet', icon: IconPackageExport, variant: 'light' },
  Delivered: { color: 'green', icon: IconCheck, variant: 'filled' },
};

function ItemState({ badge }: { badge: ItemBadge }) {
  const { icon: BadgeIcon, ...look } = looks[badge];
  return (
    <Badge {...look} leftSection={<BadgeIcon size={14} aria-hidden />}>
      {badge}
    </Badge>
  );
}

export function TrackedItems({ items, badges }: { items: readonly Item[]; badges: readonly ItemBadge[][] }) {
  return (
    <ul className={styles.items}>
      {items.map((item, at) => (
        <li key={`${at} ${item.name}`} className={styles.itemRow}>
          <div className={styles.itemHead}>
            <div className={styles.itemWords}>
              <h3 dir="auto" className={styles.itemName}>
                {item.name}
              </h3>
              {item.description && (
                <p dir="auto" className={styles.quiet}>
                  {item.description}
                </p>
              )}
              <p className={styles.quiet}>Quantity: {item.quantity}</p>
            </div>
            <div className={styles.itemBadges}>
              {badges[at]?.map((badge) => (
                <ItemState key={badge} badge={badge} />
              ))}
            </div>
          </div>
          <div className={styles.itemPhotos}>
            <ConditionChain
              item={item.name}
              steps={[
                { title: 'Photos', label: 'photo', urls: item.imageUrls },
                { title: 'At pickup', prefix: 'P', label: 'pickup photo', urls: item.pickupImageUrls },
                { title: 'At delivery', prefix: 'D', label: 'delivery photo', urls: item.deliveryImageUrls },
              ]}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
