import { Button, Group, Popover, Skeleton, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Suspense } from 'react';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { lazyExtra } from '../../../../lib/lazy-named.ts';
import { driverLink } from './order-facts.tsx';

const SIDE = 220;
const Qr = lazyExtra(() => import('../../../../components/text/qr-code.tsx').then((m) => m.QrCode));

/** The link that opens an order on the driver's phone: to copy, or as a code for its camera. */
export function DriverLink({ code }: { code: string }) {
  const link = driverLink(code);
  return (
    <Group gap="xs">
      <CopyButton value={link} what="driver link" text="Copy driver link" />
      <Popover position="bottom" withArrow trapFocus returnFocus withinPortal={false} shadow="md">
        <Popover.Target>
          <Button variant="default" leftSection={<IconQrcode size={18} aria-hidden />}>
            QR code
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Driver link as a QR code">
          <Suspense fallback={<Skeleton h={SIDE} w={SIDE} />}>
            <Qr text={link} side={SIDE} label="QR code of the driver link" />
          </Suspense>
          <Text size="xs" c="dimmed" maw={SIDE} mt="xs">
            The driver scans it with the phone’s camera. Anyone with this code can open the order.
          </Text>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
