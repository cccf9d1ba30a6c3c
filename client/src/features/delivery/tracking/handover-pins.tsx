import { Card, Text, Title } from '@mantine/core';
import type { HandoverPin } from '@quickfleet/shared/delivery/tracking/delivery-page';
import { t } from '@quickfleet/shared/words/t';

const titles: Record<HandoverPin['stop'], string> = {
  pickup: t('PIN for the pickup'),
  delivery: t('PIN for the delivery'),
};

/** The PINs that the driver asks this reader for. */
export function HandoverPins({ pins }: { pins: readonly HandoverPin[] }) {
  return pins.map(({ stop, pin }) => (
    <Card key={stop} component="section" padding="lg" aria-label={titles[stop]} className="no-print">
      <Title order={2} size="h3">
        {titles[stop]}
      </Title>
      <Text dir="ltr" className="mono" fz="1.75rem" fw={600} style={{ letterSpacing: '0.1em', textAlign: 'start' }}>
        {pin}
      </Text>
      <Text c="dimmed">{t('Tell it to the driver when they are with you, and not before.')}</Text>
    </Card>
  ));
}
