import { Card, Text, Title } from '@mantine/core';
import { collectInWords, isNothing } from '@quickfleet/shared/base/money/collect-words';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { formatDateTime } from '../../../lib/words/format.ts';

/** What is to be paid at the door, and once it was, the receipt of it. */
export function PaidAtDoor({ order: { collect, collected, status } }: { order: TrackedOrder }) {
  const isPaid = collected !== null && !isNothing(collected);
  if (!isPaid && (!collect || collected || !isOpenOrder(status))) return null;
  const title = isPaid ? t('Paid at the door') : t('To pay at the door');
  return (
    <Card padding="lg" component="section" aria-label={title}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      <Text fw={650}>{isPaid ? collectInWords(collected) : collect && collectInWords(collect)}</Text>
      {isPaid ? (
        <Text c="dimmed" className="tabular">
          <time dateTime={collected.collectedAt}>{formatDateTime(collected.collectedAt)}</time>
        </Text>
      ) : (
        <Text c="dimmed">{t('Please have it ready: the driver takes it before you sign.')}</Text>
      )}
    </Card>
  );
}
