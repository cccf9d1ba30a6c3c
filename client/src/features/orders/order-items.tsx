import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import type { Order, OrderItem } from '@quickfleet/shared/orders';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { ImageGallery } from '../../components/image-gallery.tsx';
import { SignatureImage } from '../../components/signature-image.tsx';
import { formatMoney } from '../../lib/format.ts';

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
      <span className="visually-hidden">{isSet ? ': yes' : ': no'}</span>
    </Badge>
  );
}

function Photos({
  title,
  urls,
  item,
  captionPrefix,
}: {
  title: string;
  urls: string[];
  item: OrderItem;
  captionPrefix?: string;
}) {
  if (urls.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {title}
      </Text>
      <ImageGallery
        urls={urls}
        label={`${item.name}, ${title.toLowerCase()}`}
        {...(captionPrefix ? { captionPrefix } : {})}
        thumbWidth={88}
      />
    </div>
  );
}

/** What is carried, how far it is, and the photos that prove it: P1… at pickup, D1… at delivery. */
export function OrderItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map((item) => (
        <Card key={item.id} component="li" padding="md">
          <Group justify="space-between" align="flex-start">
            <div>
              <Text fw={600}>
                {item.quantity} × {item.name}
              </Text>
              {item.description && (
                <Text size="sm" c="dimmed" className="as-written">
                  {item.description}
                </Text>
              )}
              {item.value && Number(item.value) > 0 && (
                <Text size="sm" c="dimmed">
                  Value {formatMoney(item.value)}
                </Text>
              )}
            </div>
            <Group gap={6}>
              <Flag text="Picked Up" isSet={item.isPickedUp} />
              <Flag text="In Transit" isSet={item.isInTransit} />
              <Flag text="Delivered" isSet={item.isDelivered} />
            </Group>
          </Group>
          <Stack
            gap="sm"
            mt={
              item.imageUrls.length +
                item.pickupImageUrls.length +
                item.transitImageUrls.length +
                item.deliveryImageUrls.length >
              0
                ? 'sm'
                : 0
            }
          >
            <Photos title="Original photos" urls={item.imageUrls} item={item} />
            <Photos title="Pickup photos" urls={item.pickupImageUrls} item={item} captionPrefix="P" />
            <Photos title="In-transit photos" urls={item.transitImageUrls} item={item} captionPrefix="T" />
            <Photos title="Delivery photos" urls={item.deliveryImageUrls} item={item} captionPrefix="D" />
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

const titles = {
  customer: { pickup: 'Pickup Customer Signature', delivery: 'Delivery Customer Signature' },
  driver: { pickup: 'Driver Signature at pickup', delivery: 'Driver Signature at delivery' },
} as const;

/** Every signature of the order, the customer's and the driver's, with who signed and when. */
export function OrderSignatures({ signatures }: { signatures: Order['signatures'] }) {
  if (signatures.length === 0) return <Text c="dimmed">No signatures yet.</Text>;
  return (
    <Group align="flex-start" gap="lg">
      {signatures.map(({ kind, signer, signerName, url, capturedAt }) => (
        <SignatureImage key={url} title={titles[signer][kind]} url={url} signer={signerName} signedAt={capturedAt} />
      ))}
    </Group>
  );
}
