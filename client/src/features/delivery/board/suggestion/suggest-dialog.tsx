import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { DayBoard, StopSuggestion } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog/dialog.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { columnOf, nameOf } from '../moving/board-state.ts';
import { applyOrder } from '../moving/reorder.ts';
import { CourseTable } from './course-table.tsx';
import { SuggestedStops } from './suggested-stops.tsx';

interface SuggestionProps {
  board: DayBoard;
  driverId: number;
  onUse: (stops: StopSuggestion['stops']) => void;
  onClose: () => void;
}
function Suggestion({ board, driverId, onUse, onClose }: SuggestionProps) {
  const suggestion = trpc.planning.suggestion.useQuery({ id: driverId, day: board.day });
  const { data } = suggestion;
  if (!data)
    return <QueryState query={suggestion} title={t('No stop order could be suggested')} rows={6} height={40} />;
  const { code, message, before, after, stops, addresses, knownAddresses, version } = data;
  if (code !== null || !before || !after)
    return (
      <Stack gap="sm">
        <Text>{message}.</Text>
        {before && <CourseTable before={before} />}
        <DialogFooter>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('Close')}
            </Button>
          </Group>
        </DialogFooter>
      </Stack>
    );
  const outcome = applyOrder(board, driverId, stops);
  const refusal = outcome && 'refusal' in outcome ? outcome.refusal : undefined;
  return (
    <Stack gap="sm">
      <CourseTable before={before} after={after} />
      <Text size="sm" c="dimmed">
        {t(
          'Estimated from your own deliveries, without a map: {knownAddresses} of {addresses} addresses have a known position.',
          { knownAddresses, addresses },
        )}
      </Text>
      <SuggestedStops board={board} stops={stops} />
      {refusal && (
        <Alert color="amber" role="alert">
          {refusal}
        </Alert>
      )}
      <DialogFooter>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <PendingButton
            isPending={suggestion.isFetching}
            purpose={String(version)}
            disabled={!outcome || refusal !== undefined}
            onClick={() => {
              onUse(stops);
              onClose();
            }}
          >
            {t('Use this order')}
          </PendingButton>
        </Group>
      </DialogFooter>
    </Stack>
  );
}

/** A better order of a driver's stops, next to the present one; nothing changes before it is used. */
export function SuggestDialog({
  board,
  driverId,
  onUse,
  onClose,
}: Omit<SuggestionProps, 'driverId'> & { driverId: number | undefined }) {
  const column = columnOf(board, driverId ?? null);
  return (
    <Dialog
      opened={driverId !== undefined}
      onClose={onClose}
      title={column ? t('Suggested stop order for {name}', { name: nameOf(column) }) : t('Suggested stop order')}
      size="lg"
    >
      {driverId !== undefined && (
        <Suggestion key={driverId} board={board} driverId={driverId} onUse={onUse} onClose={onClose} />
      )}
    </Dialog>
  );
}
