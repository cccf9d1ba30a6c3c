import { Alert, Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { CreatePlan, Plan, TravelBasis } from '@quickfleet/shared/delivery/planning/plans';
import { TOAST_LONG_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { createElement, useState } from 'react';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { UndoMessage } from '../../../../components/feedback/undo-message.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { PlannedRoutes, UnplannedOrders } from './planned-routes.tsx';
import { TotalsTable } from './totals-table.tsx';

/** What the times of a plan come from. */
const travelWords: Record<TravelBasis, string> = {
  service: t('Times and distances are those of your routing service.'),
  service_away: t(
    'Your routing service does not answer: times are estimated from your own deliveries and the distance.',
  ),
  learned: t('Times are estimated without a map service, from your own deliveries and the distance.'),
  usual: t('Times are estimated from the distance alone: too few of your own deliveries are known.'),
};

type Keep = CreatePlan['keep'];
type Aim = CreatePlan['aim'];
const keeps: readonly { value: Keep; label: string }[] = [
  { value: 'assigned', label: t('All orders stay with their drivers') },
  { value: 'started', label: t('Orders of drivers who have begun stay') },
  { value: 'nothing', label: t('Only what is on board stays') },
];
const aims: readonly { value: Aim; label: string }[] = [
  { value: 'time', label: t('The least driving') },
  { value: 'balance', label: t('Days of equal length') },
  { value: 'drivers', label: t('The fewest drivers') },
];
const LOOK_AGAIN_MS = 700;

interface PlanDayProps {
  board: DayBoard;
  onClose: () => void;
}
/** What stays and what is wanted; then the plan is asked for. */
function Wishes({ board, onClose, onPlan }: PlanDayProps & { onPlan: (id: number) => void }) {
  const [keep, setKeep] = useState<Keep>('assigned');
  const [aim, setAim] = useState<Aim>('time');
  const create = trpc.plans.create.useMutation({
    onSuccess: ({ id }) => onPlan(id),
    onError: (error) => showError(t('Not planned'), messageOf(error)),
  });
  const left = board.unassigned.orderIds.length;
  return (
    <DialogForm
      onSubmit={() => create.mutate({ day: board.day, keep, aim })}
      onCancel={onClose}
      send={t('Plan the day')}
      isPending={create.isPending}
    >
      <Text size="sm">
        {t(
          '{count, plural, =0 {No order is} one {# order is} other {# orders are}} without a driver. Nothing changes until you use the plan.',
          { count: left },
        )}
      </Text>
      <Select
        label={t('What stays as it is')}
        data={[...keeps]}
        value={keep}
        onChange={(value) => setKeep(keeps.find((one) => one.value === value)?.value ?? 'assigned')}
        allowDeselect={false}
        data-autofocus
      />
      <Select
        label={t('What matters most')}
        data={[...aims]}
        value={aim}
        onChange={(value) => setAim(aims.find((one) => one.value === value)?.value ?? 'time')}
        allowDeselect={false}
      />
    </DialogForm>
  );
}

/** A plan while it is made, and then before and after side by side. */
function Proposal({ board, id, onClose, onAgain }: PlanDayProps & { id: number; onAgain: () => void }) {
  const utils = trpc.useUtils();
  const plan = trpc.plans.one.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.state === 'planning' ? LOOK_AGAIN_MS : false) },
  );
  const [left, setLeft] = useState<readonly number[]>([]);
  const undo = trpc.plans.undo.useMutation({
    onSuccess: () => utils.planning.board.invalidate(),
    onError: (error) => showError(t('Not undone'), messageOf(error)),
  });
  const accept = trpc.plans.accept.useMutation({
    onSuccess: async () => {
      await utils.planning.board.invalidate();
      const text = t('The day is planned.');
      const message = createElement(UndoMessage, { text, onUndo: () => undo.mutate({ id }) });
      showSuccess(t('Planned'), message, TOAST_LONG_MS);
      onClose();
    },
    onError: async (error) => {
      showError(t('Not planned'), messageOf(error));
      await plan.refetch();
    },
  });
  const { data } = plan;
  if (!data) return <QueryState query={plan} title={t('The day could not be planned')} rows={6} height={40} />;
  if (data.state === 'planning')
    return (
      <Stack gap="sm">
        <Text role="status">{t('Looking for a good plan…')}</Text>
        <Progress value={data.progress * 100} aria-label={t('Looking for a good plan…')} />
        <DialogFooter>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('Cancel')}
            </Button>
          </Group>
        </DialogFooter>
      </Stack>
    );
  const wanted = data.routes.map(({ driverId }) => driverId).filter((driver) => !left.includes(driver));
  return (
    <Stack gap="sm">
      <Trouble plan={data} />
      {data.before && data.after && <TotalsTable before={data.before} after={data.after} />}
      <PlannedRoutes board={board} routes={data.routes} left={left} onLeft={setLeft} />
      <UnplannedOrders board={board} orders={data.unplanned} />
      <Text size="sm" c="dimmed">
        {data.plannedBy === 'vroom' && `${t('Planned by your VROOM.')} `}
        {travelWords[data.travel ?? 'usual']}
      </Text>
      <DialogFooter>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onAgain}>
            {t('Plan again')}
          </Button>
          <PendingButton
            isPending={accept.isPending}
            disabled={data.state !== 'ready' || wanted.length === 0}
            onClick={() => accept.mutate({ id, ...(left.length > 0 && { driverIds: wanted }) })}
          >
            {t('Use this plan')}
          </PendingButton>
        </Group>
      </DialogFooter>
    </Stack>
  );
}

function Trouble({ plan: { state, routes } }: { plan: Plan }) {
  const text =
    state === 'failed'
      ? t('The day could not be planned. Please try again.')
      : state === 'outdated'
        ? t('Something has changed since this plan was made. Make a new one')
        : routes.length === 0
          ? t('There is nothing to plan.')
          : undefined;
  return text ? (
    <Alert color="amber" role="alert">
      {text}
    </Alert>
  ) : null;
}

/** Has a day planned: who drives what, in which order and when. Nothing changes before the plan is used. */
export function PlanDialog({ board, opened, onClose }: PlanDayProps & { opened: boolean }) {
  const [id, setId] = useState<number>();
  const close = () => {
    setId(undefined);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t('Plan the day')} size="lg">
      {opened &&
        (id === undefined ? (
          <Wishes board={board} onClose={close} onPlan={setId} />
        ) : (
          <Proposal board={board} id={id} onClose={close} onAgain={() => setId(undefined)} />
        ))}
    </Dialog>
  );
}
