import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { DayBoard } from '@quickfleet/shared/delivery/planning';
import { useState } from 'react';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { formatCount } from '../../../../lib/words/format.ts';
import { columnOf, nameOf } from '../moving/board-state.ts';
import { openOrdersOf } from '../moving/moves.ts';

interface GiveFormProps {
  board: DayBoard;
  from: number;
  onGive: (to: number) => void;
  onClose: () => void;
}
function GiveForm({ board, from, onGive, onClose }: GiveFormProps) {
  const others = board.drivers.filter(({ driver }) => driver.id !== from);
  const [to, setTo] = useState<string | null>(null);
  const orders = openOrdersOf(board, from);
  const carried = orders.filter(({ status }) => status === 'picked_up' || status === 'in_transit').length;
  const elsewhere = orders.filter(({ pickupDay, deliveryDay }) => pickupDay !== deliveryDay).length;
  const column = columnOf(board, to === null ? null : Number(to));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (to === null) return;
        onGive(Number(to));
        onClose();
      }}
    >
      <Stack gap="sm">
        <Select
          label="New driver"
          data-autofocus
          data={others.map((one) => ({
            value: String(one.driver.id),
            label: `${nameOf(one)} (${formatCount(one.totals.stops - one.totals.stopsDone, 'open stop')})`,
          }))}
          value={to}
          onChange={setTo}
          searchable
          nothingFoundMessage="No driver found"
        />
        <Text size="sm">
          {formatCount(orders.length, 'order')} with an open stop on this day. They keep their order and join the other
          stops by time. What is done stays.
        </Text>
        {carried > 0 && (
          <Text size="sm">
            {formatCount(carried, 'order')} {carried === 1 ? 'is' : 'are'} already picked up: the parcels must be handed
            over.
          </Text>
        )}
        {elsewhere > 0 && (
          <Text size="sm">
            {formatCount(elsewhere, 'order')} {elsewhere === 1 ? 'has its' : 'have their'} other stop on another day,
            which the new driver makes too.
          </Text>
        )}
        <DialogFooter>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <PendingButton type="submit" isPending={false} purpose={to ?? ''} disabled={!column}>
              {column ? `Give to ${nameOf(column)}` : 'Give'}
            </PendingButton>
          </Group>
        </DialogFooter>
      </Stack>
    </form>
  );
}

/** Gives all open stops of a driver who cannot drive to another one. */
export function GiveAllDialog({
  board,
  from,
  onGive,
  onClose,
}: Omit<GiveFormProps, 'from'> & { from: number | undefined }) {
  const column = columnOf(board, from ?? null);
  return (
    <Dialog
      opened={from !== undefined}
      onClose={onClose}
      title={column ? `Give all stops of ${nameOf(column)}` : 'Give all stops'}
      size="md"
    >
      {from !== undefined && <GiveForm board={board} from={from} onGive={onGive} onClose={onClose} />}
    </Dialog>
  );
}
