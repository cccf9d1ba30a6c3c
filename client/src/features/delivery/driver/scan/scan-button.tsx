import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { useLater } from '../order/use-later.ts';
import { notifyNotLoaded } from '../portal/drivers-mutations.ts';
import type { ScanAnswer } from './scan-dialog.tsx';

const load = () => import('./scan-dialog.tsx');

interface ScanButtonProps {
  label: string;
  onNumber: (trackingNumber: string) => Promise<ScanAnswer | undefined>;
}

/** Opens the scanner, which is loaded with the portal; its reader of codes comes when it is first used. */
export function ScanButton({ label, onNumber }: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const scan = useLater(load, isOpen, () => notifyNotLoaded(() => setOpen(false)));
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconScan size={22} aria-hidden />}
        onClick={() => setOpen(true)}
        loading={isOpen && !scan}
      >
        {label}
      </Button>
      {isOpen && scan && <scan.ScanDialog title={label} onNumber={onNumber} onClose={() => setOpen(false)} />}
    </>
  );
}
