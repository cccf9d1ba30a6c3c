import { Select, Text } from '@mantine/core';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
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
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (to === null) return;
        onGive(Number(to));
        onClose();
      }}
      onCancel={onClose}
      send={column ? t('Give to {name}', { name: nameOf(column) }) : t('Give')}
      purpose={to ?? ''}
      isDisabled={!column}
    >
      <Select
        label={t('New driver')}
        data-autofocus
        data={others.map((one) => ({
          value: String(one.driver.id),
          label: `${nameOf(one)} (${t('{count, plural, one {# open stop} other {# open stops}}', {
            count: one.totals.stops - one.totals.stopsDone,
          })})`,
        }))}
        value={to}
        onChange={setTo}
        searchable
        nothingFoundMessage={t('No driver found')}
      />
      <Text size="sm">
        {t(
          '{count, plural, one {# order} other {# orders}} with an open stop on this day. They keep their order and join the other stops by time. What is done stays.',
          { count: orders.length },
        )}
      </Text>
      {carried > 0 && (
        <Text size="sm">
          {t(
            '{count, plural, one {# order is} other {# orders are}} already picked up: the parcels must be handed over.',
            { count: carried },
          )}
        </Text>
      )}
      {elsewhere > 0 && (
        <Text size="sm">
          {t(
            '{count, plural, one {# order has its} other {# orders have their}} other stop on another day, which the new driver makes too.',
            { count: elsewhere },
          )}
        </Text>
      )}
    </DialogForm>
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
      title={column ? t('Give all stops of {name}', { name: nameOf(column) }) : t('Give all stops')}
      size="md"
    >
      {from !== undefined && <GiveForm board={board} from={from} onGive={onGive} onClose={onClose} />}
    </Dialog>
  );
}
