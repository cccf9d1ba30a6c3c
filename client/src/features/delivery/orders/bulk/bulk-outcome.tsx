import { Stack, Table, Text } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { displayName } from '@quickfleet/shared/people/users';
import { formatCount } from '../../../../lib/words/format.ts';
import type { BulkFailure, BulkResult } from './use-bulk-work.ts';

/** Of so many orders that another driver has, each has its own line; more are one sentence. */
const LISTED_MAX = 5;

function Failures({ failures }: { failures: readonly BulkFailure[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Order</Table.Th>
          <Table.Th>Why not</Table.Th>
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

/** What became of many orders: how many were done, and why the others were not. */
export function BulkOutcome({ result: { job, done, failures } }: { result: BulkResult }) {
  const what = job.kind === 'cancel' ? 'cancelled' : `assigned to ${displayName(job.driver)}`;
  const taken = failures.filter(({ isTaken }) => isTaken);
  const isMany = taken.length > LISTED_MAX;
  const listed = isMany ? failures.filter(({ isTaken }) => !isTaken) : failures;
  const sentence = [
    ...(isMany ? [] : [`${formatCount(done, 'order')} ${what}, ${failures.length} not:`]),
    ...(isMany && done > 0 ? [`${formatCount(done, 'order')} ${what}.`] : []),
    ...(isMany ? [`${formatCount(taken.length, 'order')} already have another driver.`] : []),
    ...(isMany && listed.length > 0 ? [`${formatCount(listed.length, 'order')} cannot be assigned:`] : []),
  ].join(' ');
  return (
    <Stack>
      <Text>{sentence}</Text>
      {listed.length > 0 && <Failures failures={listed} />}
      {isMany && (
        <details>
          <summary>Who has them</summary>
          <Failures failures={taken} />
        </details>
      )}
    </Stack>
  );
}
