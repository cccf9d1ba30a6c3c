import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/orders';
import { formatTracking } from '@quickfleet/shared/tracking';
import { displayName } from '@quickfleet/shared/users';
import { useState } from 'react';
import { useConfirm } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { PrintLabels } from '../../components/print-labels.tsx';
import { formatCount } from '../../lib/format.ts';
import { DriverPicker } from './driver-picker.tsx';
import styles from './orders.module.css';
import { useBulkWork } from './use-bulk-work.ts';
import type { Driver } from './use-orders.ts';

interface BulkBarProps {
  selected: readonly OrderRow[];
  drivers: readonly Driver[];
  /** Keeps these selected. */
  onKeep: (ids: readonly number[]) => void;
  onExport: () => void;
}

/** What can be done with the selected rows; stays until the result of each row is known. */
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
      text: 'They end here: nobody can pick them up or deliver them any more. Every customer gets an e-mail.',
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
          <Stack>
            <Text>
              {formatCount(result.done, 'order')}{' '}
              {result.job.kind === 'cancel' ? 'cancelled' : `assigned to ${displayName(result.job.driver)}`},{' '}
              {result.failures.length} not:
            </Text>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Order</Table.Th>
                  <Table.Th>Why not</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {result.failures.map(({ order, message }) => (
                  <Table.Tr key={order.id}>
                    <Table.Th scope="row" className="mono" style={{ whiteSpace: 'nowrap' }}>
                      {formatTracking(order.trackingNumber)}
                    </Table.Th>
                    <Table.Td>{message}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Group justify="flex-end">
              <Button variant="default" onClick={dismiss}>
                Leave them
              </Button>
              {taken.length > 0 && reassignTo && (
                <Button loading={isRunning} onClick={() => void assign(taken, reassignTo, true)}>
                  Reassign {formatCount(taken.length, 'order')} to {displayName(reassignTo)}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Dialog>
      {confirmDialog}
    </>
  );
}
