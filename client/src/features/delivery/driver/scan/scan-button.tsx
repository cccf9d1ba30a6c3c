import { Button, type ButtonProps } from '@mantine/core';
import type { ReadLabel } from '@quickfleet/shared/base/scan/parcel-number';
import { t } from '@quickfleet/shared/words/t';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { portal, usePortal } from '../outbox/portal.ts';
import { notifyNotLoaded, openOwnOrder } from '../portal/drivers-mutations.ts';
import { describeOwner, findOwn } from './find-parcel.ts';
import type { ScanAnswer } from './scan-dialog.tsx';

/** Opens the order of a label: one of this driver's, or one that this phone holds. */
export function ScanToOpen() {
  const state = usePortal();
  const open = async ({ trackingNumber: number }: ReadLabel) => {
    const order = findOwn(state, number);
    if (!order) return { text: await describeOwner(number), isRight: false };
    if (state.orders.has(order.id) && state.orders.get(order.id)?.openedBy === 'code')
      await portal.orders.openHeld(order.id);
    else await openOwnOrder(order);
    return undefined;
  };
  return <ScanButton label={t('Scan a label')} onLabel={open} />;
}

const load = () => import('./scan-dialog.tsx');

interface ScanButtonProps extends Pick<ButtonProps, 'className' | 'leftSection' | 'rightSection'> {
  label: string;
  trackingNumber?: string;
  onLabel: (label: ReadLabel) => Promise<ScanAnswer | undefined>;
}

/** Opens the scanner, which is loaded with the portal; its reader of codes comes when it is first used. */
export function ScanButton({ label, trackingNumber, onLabel, ...look }: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const scan = useLater(load, isOpen, () => notifyNotLoaded(() => setOpen(false)));
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconScan size={22} aria-hidden />}
        {...look}
        onClick={() => setOpen(true)}
        loading={isOpen && !scan}
      >
        {label}
      </Button>
      {isOpen && scan && (
        <scan.ScanDialog
          title={label}
          trackingNumber={trackingNumber}
          onLabel={onLabel}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
