import { Badge, Box, Card, Group, Stack, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { Order, OrderItem } from '@quickfleet/shared/delivery/orders/orders';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { SignatureImage } from '../../../../components/signature/signature-image.tsx';
import { ConditionChain, type ConditionStep } from '../../../../components/text/condition-chain.tsx';

function Flag({ text, isSet }: { text: string; isSet: boolean }) {
  const FlagIcon = isSet ? IconCheck : IconMinus;
  return (
    <Badge
      size="sm"
      variant={isSet ? 'light' : 'outline'}
      color={isSet ? 'green' : 'gray'}
      leftSection={<FlagIcon size={12} aria-hidden />}
    >
      {text}
      <span className="visually-hidden">{isSet ? t(': yes') : t(': no')}</span>
    </Badge>
  );
}

const stepsOf = (item: OrderItem): ConditionStep[] => [
  { title: t('Original photos'), label: t('original photos'), urls: item.imageUrls },
  { title: t('Pickup photos'), label: t('pickup photos'), prefix: 'P', urls: item.pickupImageUrls },
  ...(item.transitImageUrls.length > 0
    ? [{ title: t('In-transit photos'), label: t('in-transit photos'), prefix: 'T', urls: item.transitImageUrls }]
    : []),
  { title: t('Delivery photos'), label: t('delivery photos'), prefix: 'D', urls: item.deliveryImageUrls },
];

/** What is carried, how far it is, and the photos that prove it: P1… at pickup, D1… at delivery. */
export function OrderItems({ items, currency }: { items: readonly OrderItem[]; currency: string }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map((item) => (
        <Card key={item.id} component="li" padding="md">
          <Group justify="space-between" align="flex-start">
            <div>
              <Text fw={600}>{keepNumbers(`${item.quantity} × ${item.name}`)}</Text>
              {item.description && (
                <Text size="sm" c="dimmed" className="as-written">
                  {keepNumbers(item.description)}
                </Text>
              )}
              {item.value && Number(item.value) > 0 && (
                <Text size="sm" c="dimmed">
                  {t('Value {amount}', { amount: formatAmount(item.value, currency) })}
                </Text>
              )}
            </div>
            <Group gap={6}>
              <Flag text={t('Picked Up')} isSet={item.isPickedUp} />
              <Flag text={t('In Transit (item)')} isSet={item.isInTransit} />
              <Flag text={t('Delivered (item)')} isSet={item.isDelivered} />
            </Group>
          </Group>
          <Box mt="sm">
            <ConditionChain item={item.name} steps={stepsOf(item)} />
          </Box>
        </Card>
      ))}
    </Stack>
  );
}

const titles = {
  customer: { pickup: t('Pickup Customer Signature (office)'), delivery: t('Delivery Customer Signature (office)') },
  driver: { pickup: t('Driver Signature at pickup'), delivery: t('Driver Signature at delivery') },
} as const;

export function OrderSignatures({ signatures }: { signatures: Order['signatures'] }) {
  if (signatures.length === 0) return <Text c="dimmed">{t('No signatures yet.')}</Text>;
  return (
    <Group align="flex-start" gap="lg">
      {signatures.map(({ kind, signer, signerName, url, capturedAt, strokes }) => (
        <SignatureImage
          key={url}
          title={titles[signer][kind]}
          url={url}
          signer={signerName}
          signedAt={capturedAt}
          strokes={strokes}
        />
      ))}
    </Group>
  );
}
