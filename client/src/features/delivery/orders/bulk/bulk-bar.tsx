import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { IDS_MAX } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { MoveToDay } from '../../../../components/delivery/move-to-day.tsx';
import { PrintLabels } from '../../../../components/delivery/print-labels.tsx';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog/dialog.tsx';
import { codeOf, issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showSuccess } from '../../../../lib/toast.ts';
import { formatDay } from '../../../../lib/words/format.ts';
import { DriverPicker } from '../change/driver-picker.tsx';
import { useRefreshOrders } from '../change/order-mutations.ts';
import styles from '../list/orders.module.css';
import type { Driver } from '../list/use-orders.ts';

interface BulkFailure {
  order: OrderRow;
  message: string;
  /** Another driver has it: it can be reassigned explicitly. */
  isTaken: boolean;
}
type SingleJob = { kind: 'assign'; driver: Driver; reassign: boolean } | { kind: 'cancel' };
type BulkJob = SingleJob | { kind: 'move'; day: string };
interface BulkResult {
  job: BulkJob;
  done: number;
  failures: BulkFailure[];
}

const running: Record<BulkJob['kind'], (how: { done: number; of: number }) => string> = {
  assign: (how) => t('Assigning {done} of {of}', how),
  cancel: (how) => t('Cancelling {done} of {of}', how),
  move: (how) => t('Moving {done} of {of}', how),
};
/** What has been done: '3 orders cancelled'. */
function doneWords(job: BulkJob, count: number): string {
  if (job.kind === 'cancel') return t('{count, plural, one {# order} other {# orders}} cancelled', { count });
  return job.kind === 'move'
    ? t('{count, plural, one {# order} other {# orders}} moved to {day}', { count, day: formatDay(job.day) })
    : t('{count, plural, one {# order} other {# orders}} assigned to {name}', {
        count,
        name: displayName(job.driver),
      });
}
const notDone: Record<BulkJob['kind'], string> = {
  assign: t('Not every order was assigned'),
  cancel: t('Not every order was cancelled'),
  move: t('Not every order was moved'),
};

/** Calls that are on their way together: nobody waits for each answer, and the server has room for others. */
const AT_ONCE = 4;

/** Does one thing to many orders, and reports every failure: a move in one call, the rest in one call each. */
function useBulkWork() {
  const { client } = trpc.useUtils();
  const refresh = useRefreshOrders();
  const [progress, setProgress] = useState<{ job: BulkJob; done: number; of: number }>();
  const [result, setResult] = useState<BulkResult>();

  const doTo = (id: number, job: SingleJob): Promise<unknown> => {
    if (job.kind === 'cancel') return client.orders.setStatus.mutate({ id, status: 'cancelled' });
    return client.orders.assign.mutate({
      id,
      driverId: job.driver.id,
      ...(job.reassign ? { reassign: job.reassign } : {}),
    });
  };
  const doEach = async (orders: readonly OrderRow[], job: SingleJob): Promise<BulkFailure[]> => {
    const failures: BulkFailure[] = [];
    const waiting = orders.entries();
    let done = 0;
    const workOff = async () => {
      for (const [at, order] of waiting) {
        try {
          await doTo(order.id, job);
        } catch (error) {
          failures[at] = { order, message: messageOf(error), isTaken: codeOf(error) === 'ORDER_ALREADY_ASSIGNED' };
        }
        done += 1;
        setProgress({ job, done, of: orders.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, workOff));
    return failures.flat();
  };
  /** A call moves all of its orders or none, and names one that cannot be moved: the next call is without it. */
  const moveAll = async (orders: readonly OrderRow[], job: Extract<BulkJob, { kind: 'move' }>) => {
    const failures: BulkFailure[] = [];
    const refuse = (refused: readonly OrderRow[], error: unknown) =>
      failures.push(...refused.map((order) => ({ order, message: withoutNumber(error, order), isTaken: false })));
    let waiting = orders;
    while (waiting.length > 0) {
      const named = waiting.slice(0, IDS_MAX);
      try {
        await client.planning.reschedule.mutate({ ids: named.map(({ id }) => id), day: job.day });
        waiting = waiting.slice(named.length);
      } catch (error) {
        const refused = refusedOf(error, named);
        refuse(refused, error);
        waiting = waiting.filter((order) => !refused.includes(order));
      }
      setProgress({ job, done: orders.length - waiting.length, of: orders.length });
    }
    return failures;
  };
  const run = async (orders: readonly OrderRow[], job: BulkJob): Promise<BulkResult> => {
    setProgress({ job, done: 0, of: orders.length });
    const failures = await (job.kind === 'move' ? moveAll(orders, job) : doEach(orders, job));
    setProgress(undefined);
    const outcome = { job, done: orders.length - failures.length, failures };
    if (failures.length === 0) showSuccess(t('Success'), doneWords(job, outcome.done));
    setResult(failures.length > 0 ? outcome : undefined);
    void refresh();
    return outcome;
  };

  return { run, result, dismiss: () => setResult(undefined), progress };
}

/** The order that a refused call names; where it names none, all of them. */
function refusedOf(error: unknown, orders: readonly OrderRow[]): readonly OrderRow[] {
  const named = Object.keys(issuesOf(error)).flatMap((path) => orders[Number(/^ids\.(\d+)$/.exec(path)?.[1])] ?? []);
  return named.length > 0 ? named : orders;
}
/** The list of failures has the number already; French parts the colon from it. */
const withoutNumber = (error: unknown, { trackingNumber }: OrderRow): string =>
  messageOf(error).replace(new RegExp(`${formatTracking(trackingNumber)}\\s?: `), '');

/** Of so many orders that another driver has, each has its own line; more are one sentence. */
const LISTED_MAX = 5;

function Failures({ failures }: { failures: readonly BulkFailure[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Order')}</Table.Th>
          <Table.Th>{t('Why not')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {failures.map(({ order, message }) => (
          <Table.Tr key={order.id}>
            <Table.Th scope="row" className="mono" style={{ whiteSpace: 'nowrap' }}>
              {formatTracking(order.trackingNumber)}
            </Table.Th>
            <Table.Td>{message}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function BulkOutcome({ result: { job, done, failures } }: { result: BulkResult }) {
  const what = doneWords(job, done);
  const taken = failures.filter(({ isTaken }) => isTaken);
  const isMany = taken.length > LISTED_MAX;
  const listed = isMany ? failures.filter(({ isTaken }) => !isTaken) : failures;
  const sentence = [
    ...(isMany ? [] : [t('{done}, {count} not:', { done: what, count: failures.length })]),
    ...(isMany && done > 0 ? [`${what}.`] : []),
    ...(isMany
      ? [t('{count, plural, one {# order} other {# orders}} already have another driver.', { count: taken.length })]
      : []),
    ...(isMany && listed.length > 0
      ? [t('{count, plural, one {# order} other {# orders}} cannot be assigned:', { count: listed.length })]
      : []),
  ].join(' ');
  return (
    <Stack>
      <Text>{sentence}</Text>
      {listed.length > 0 && <Failures failures={listed} />}
      {isMany && (
        <details>
          <summary>{t('Who has them')}</summary>
          <Failures failures={taken} />
        </details>
      )}
    </Stack>
  );
}

interface BulkBarProps {
  selected: readonly OrderRow[];
  drivers: readonly Driver[];
  onKeep: (ids: readonly number[]) => void;
  onExport: () => void;
}

function mailWords(orders: readonly OrderRow[]): string {
  const without = orders.filter(({ customerEmail }) => !customerEmail).length;
  if (without === 0) return t('Every customer gets an e-mail.');
  if (without === orders.length) return t('No customer gets an e-mail, because there are no addresses.');
  return t(
    'The customers get an e-mail, except for {count, plural, one {# order} other {# orders}} without an address.',
    { count: without },
  );
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
    const count = selected.length;
    const isSure = await confirm({
      title: t('Cancel {count, plural, one {# order} other {# orders}}?', { count }),
      text: `${t('They can no longer be picked up or delivered.')} ${mailWords(selected)}`,
      action: t('Cancel {count, plural, one {# order} other {# orders}}', { count }),
      cancel: t('Keep them'),
    });
    if (!isSure) return;
    const { failures } = await run(selected, { kind: 'cancel' });
    onKeep(failures.map(({ order }) => order.id));
  };
  const move = async (day: string) => {
    const { failures } = await run(selected, { kind: 'move', day });
    onKeep(failures.map(({ order }) => order.id));
  };
  const reassignTo = result?.job.kind === 'assign' ? result.job.driver : undefined;
  const taken = result?.failures.filter(({ isTaken }) => isTaken).map(({ order }) => order) ?? [];

  return (
    <>
      {selected.length > 0 && (
        <Group className={styles.bulk} component="section" aria-label={t('Selected orders')} justify="space-between">
          <Text fw={600} role="status">
            {isRunning
              ? running[progress.job.kind]({ done: progress.done, of: progress.of })
              : t('{count, plural, one {# order} other {# orders}} selected', { count: selected.length })}
          </Text>
          <Group gap="xs">
            <DriverPicker
              aria-label={t('Driver for the selected orders')}
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
              {t('Assign')}
            </Button>
            <MoveToDay
              isRunning={isRunning}
              isMoving={progress?.job.kind === 'move'}
              onMove={(day) => void move(day)}
            />
            <PrintLabels orders={selected} />
            <Button variant="default" onClick={onExport} disabled={isRunning}>
              {t('Export')}
            </Button>
            <Button
              variant="default"
              onClick={() => void cancel()}
              loading={progress?.job.kind === 'cancel'}
              disabled={isRunning}
            >
              {t('Cancel orders')}
            </Button>
            <Button variant="subtle" onClick={() => onKeep([])} disabled={isRunning}>
              {t('Clear (selection)')}
            </Button>
          </Group>
        </Group>
      )}
      <Dialog opened={result !== undefined} onClose={dismiss} title={result && notDone[result.job.kind]} size="lg">
        {result && (
          <>
            <BulkOutcome result={result} />
            <DialogFooter>
              <Group justify="flex-end">
                <Button variant="default" onClick={dismiss}>
                  {t('Leave as is')}
                </Button>
                {taken.length > 0 && reassignTo && (
                  <Button loading={isRunning} onClick={() => void assign(taken, reassignTo, true)}>
                    {t('Reassign {count, plural, one {# order} other {# orders}} to {name}', {
                      count: taken.length,
                      name: displayName(reassignTo),
                    })}
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
