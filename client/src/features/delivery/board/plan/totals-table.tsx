import { Table } from '@mantine/core';
import { writeDecimal } from '@quickfleet/shared/base/money/money';
import type { PlanTotals } from '@quickfleet/shared/delivery/planning/plans';
import { t } from '@quickfleet/shared/words/t';
import { minutesInWords } from '../load/load-warning.tsx';

const rows: readonly { name: string; of: (totals: PlanTotals) => string }[] = [
  { name: t('Orders left over'), of: ({ unplanned }) => String(unplanned) },
  { name: t('Late stops'), of: ({ lateStops }) => String(lateStops) },
  { name: t('Drivers with stops'), of: ({ drivers }) => String(drivers) },
  { name: t('Working time'), of: ({ minutes }) => minutesInWords(minutes) },
  { name: t('Distance'), of: ({ kilometres }) => `${writeDecimal(kilometres)} km` },
];

/** What a day takes as it is and as planned. */
export function TotalsTable({ before, after }: { before: PlanTotals; after: PlanTotals }) {
  return (
    <Table aria-label={t('The day now and as planned')} className="tabular">
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col">{t('Now')}</Table.Th>
          <Table.Th scope="col">{t('As planned')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, of }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500}>
              {name}
            </Table.Th>
            <Table.Td>{of(before)}</Table.Td>
            <Table.Td fw={of(after) === of(before) ? 400 : 600}>{of(after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
