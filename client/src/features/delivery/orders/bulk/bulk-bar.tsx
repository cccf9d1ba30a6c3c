import { Button, Group, Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { displayName } from '@quickfleet/shared/people/users';
import { useState } from 'react';
import { PrintLabels } from '../../../../components/delivery/print-labels.tsx';
import { useConfirm } from '../../../../components/feedback/confirm.tsx';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog.tsx';
import { formatCount } from '../../../../lib/words/format.ts';
import { DriverPicker } from '../change/driver-picker.tsx';
import styles from '../list/orders.module.css';
import type { Driver } from '../list/use-orders.ts';
import { BulkOutcome } from './bulk-outcome.tsx';
import { useBulkWork } from './use-bulk-work.ts';

interface BulkBarProps {
  selected: readonly OrderRow[];
  drivers: readonly Driver[];
  /** Keeps these selected. */
  onKeep: (ids: readonly number[]) => void;
  onExport: () => void;
}

/** Actions for the selected rows; stays until the result of each row is known. */
export function BulkBar({ selected, drivers, onKeep, onExport }: BulkBarProps) {
  const { run, result, dismiss, progress } = useBulkWork();
  const { confirm, confirmDialog } = useConfirm();
  const [driver, setDriver] = useState<Driver>();
  const isRunning = progress !== undefined;

  const assign = async (orders: readonly OrderRow[], to: Driver, reassign: boolean) => {
    const { failures } = await run(orders, { kind: 'assign', driver: to, reassign });
    onKeep(failures.map(({ order }) => order.id));
  };
  const cancel = async () => {
    const count = formatCount(selected.length, 'order');
    const isSure = await confirm({
      title: `Cancel ${count}?`,
      text: 'They can no longer be picked up or delivered. Every customer gets an e-mail.',
      action: `Cancel ${count}`,
      cancel: 'Keep them',
    });
    if (!isSure) return;
    const { failures } = await run(selected, { kind: 'cancel' });
    onKeep(failures.map(({ order }) => order.id));
  };
  const reassignTo = result?.job.kind === 'assign' ? result.job.driver : undefined;
  const taken = result?.failures.filter(({ isTaken }) => isTaken).map(({ order }) => order) ?? [];

  return (
    <>
      {selected.length > 0 && (
        <Group className={styles.bulk} component="section" aria-label="Selected orders" justify="space-between">
          <Text fw={600} role="status">
            {isRunning
              ? `${progress.job.kind === 'cancel' ? 'Cancelling' : 'Assigning'} ${progress.done} of ${progress.of}`
              : `${formatCount(selected.length, 'order')} selected`}
          </Text>
          <Group gap="xs">
            <DriverPicker
              aria-label="Driver for the selected orders"
              drivers={drivers}
              value={driver?.id ?? null}
              onChange={setDriver}
              w={190}
              comboboxProps={{ portalProps: { target: '#main' } }}
              disabled={isRunning}
            />
            <Button
              disabled={!driver}
              loading={progress?.job.kind === 'assign'}
              onClick={() => driver && void assign(selected, driver, false)}
            >
              Assign
            </Button>
            <PrintLabels orders={selected} />
            <Button variant="default" onClick={onExport} disabled={isRunning}>
              Export
            </Button>
            <Button
              variant="default"
              onClick={() => void cancel()}
              loading={progress?.job.kind === 'cancel'}
              disabled={isRunning}
            >
              Cancel orders
            </Button>
            <Button variant="subtle" onClick={() => onKeep([])} disabled={isRunning}>
              Clear
            </Button>
          </Group>
        </Group>
      )}
      <Dialog
        opened={result !== undefined}
        onClose={dismiss}
        title={result?.job.kind === 'cancel' ? 'Not every order was cancelled' : 'Not every order was assigned'}
        size="lg"
      >
        {result && (
          <>
            <BulkOutcome result={result} />
            <DialogFooter>
              <Group justify="flex-end">
                <Button variant="default" onClick={dismiss}>
                  Leave as is
                </Button>
                {taken.length > 0 && reassignTo && (
                  <Button loading={isRunning} onClick={() => void assign(taken, reassignTo, true)}>
                    Reassign {formatCount(taken.length, 'order')} to {displayName(reassignTo)}
                  </Button>
                )}
              </Group>
            </DialogFooter>
          </>
        )}
      </Dialog>
      {confirmDialog}
    </>
  );
}
