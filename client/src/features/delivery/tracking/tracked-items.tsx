import { Badge, Box, Group, Stack, Title } from '@mantine/core';
import { placeWords } from '@quickfleet/shared/company/proof/failure-words';
import type { ItemBadge } from '@quickfleet/shared/delivery/orders/order-progress';
import type { TrackedAttempt } from '@quickfleet/shared/delivery/proof/attempts';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconBan, IconCheck, IconClock, IconPackageExport } from '@tabler/icons-react';
import { ImageGallery } from '../../../components/photos/image-gallery.tsx';
import { ConditionChain } from '../../../components/text/condition-chain.tsx';
import { formatMoment } from './tracked-progress.ts';
import styles from './tracking.module.css';

const stopWords = { pickup: t('Pickup'), delivery: t('Delivery'), return: t('Return to the sender') } as const;

/** The attempts in words for the customer; a successful one only if it has photos. */
export function TrackedAttempts({ attempts }: { attempts: readonly TrackedAttempt[] }) {
  return (
    <ol className={styles.timeline}>
      {attempts
        .filter(({ outcome, photoUrls }) => outcome !== 'done' || photoUrls.length > 0)
        .map(({ stop, number, outcome, reasonText, noteCustomer, place, items, photoUrls, takenAt, receivedAt }) => (
          <li key={`${stop} ${number}`}>
            <span className={styles.strong}>
              {t('{stopWords}, attempt {number}', { stopWords: stopWords[stop], number: number ?? '' })}
            </span>
            <time dateTime={takenAt ?? receivedAt} className={`${styles.quiet} tabular`}>
              {formatMoment(takenAt ?? receivedAt)}
            </time>
            <div style={{ flexBasis: '100%' }}>
              {outcome !== 'done' && (
                <p dir="auto" className={styles.quiet}>
                  {reasonText ?? t('This attempt failed')}
                </p>
              )}
              {noteCustomer && (
                <p dir="auto" className={styles.quiet}>
                  {keepNumbers(noteCustomer)}
                </p>
              )}
              {place && <p className={styles.quiet}>{t('Left {placeWords}', { placeWords: placeWords[place] })}</p>}
              {outcome === 'partial' &&
                items.map(({ name, delivered, of, damaged }) => (
                  <p key={name} dir="auto" className={styles.quiet}>
                    {t('{name}: {delivered} of {of}{damaged, select, yes {, damaged} other {}}', {
                      name,
                      delivered,
                      of,
                      damaged: damaged ? 'yes' : 'no',
                    })}
                  </p>
                ))}
              {photoUrls.length > 0 && (
                <ImageGallery
                  urls={photoUrls}
                  label={t('{stopWords}, attempt {number}, photo', {
                    stopWords: stopWords[stop],
                    number: number ?? '',
                  })}
                  thumbWidth={88}
                />
              )}
            </div>
          </li>
        ))}
    </ol>
  );
}

type Item = TrackedOrder['items'][number];

const looks: Record<ItemBadge, { text: string; color: string; icon: Icon; variant: 'light' | 'filled' }> = {
  'Waiting for pickup': { text: t('Waiting for pickup'), color: 'gray', icon: IconClock, variant: 'light' },
  'Not picked up': { text: t('Not picked up'), color: 'gray', icon: IconBan, variant: 'light' },
  'Picked Up': { text: t('Picked Up'), color: 'violet', icon: IconPackageExport, variant: 'light' },
  Delivered: { text: t('Delivered'), color: 'green', icon: IconCheck, variant: 'filled' },
};

function ItemState({ badge }: { badge: ItemBadge }) {
  const { icon: BadgeIcon, text, ...look } = looks[badge];
  return (
    <Badge {...look} leftSection={<BadgeIcon size={14} aria-hidden />}>
      {text}
    </Badge>
  );
}

export function TrackedItems({ items, badges }: { items: readonly Item[]; badges: readonly ItemBadge[][] }) {
  return (
    <Stack component="ul" gap={20} m={0} p={0} style={{ listStyle: 'none' }} className={styles.items}>
      {items.map((item, at) => (
        <li key={`${at} ${item.name}`} className={styles.itemRow}>
          <Group gap="8px 16px" align="flex-start" justify="space-between">
            <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Title order={3} dir="auto" fz="1.0625rem" fw={650} lh="inherit">
                {keepNumbers(item.name)}
              </Title>
              {item.description && (
                <p dir="auto" className={styles.quiet}>
                  {keepNumbers(item.description)}
                </p>
              )}
              <p className={styles.quiet}>{t('Quantity: {quantity}', { quantity: item.quantity })}</p>
            </Box>
            <Group gap={6}>
              {badges[at]?.map((badge) => (
                <ItemState key={badge} badge={badge} />
              ))}
            </Group>
          </Group>
          <div className={styles.itemPhotos}>
            <ConditionChain
              item={item.name}
              isComplete={false}
              steps={[
                { title: t('Photos'), label: 'photo', urls: item.imageUrls },
                { title: t('At pickup'), prefix: 'P', label: t('pickup photo'), urls: item.pickupImageUrls },
                { title: t('At delivery'), prefix: 'D', label: t('delivery photo'), urls: item.deliveryImageUrls },
              ]}
            />
          </div>
        </li>
      ))}
    </Stack>
  );
}
