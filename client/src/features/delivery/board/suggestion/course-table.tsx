import { Table } from '@mantine/core';
import { writeDecimal } from '@quickfleet/shared/base/money/money';
import type { DayCourse } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { formatHour } from '../../../../lib/words/format.ts';
import { minutesInWords } from '../load/load-warning.tsx';

const rows: readonly { name: string; of: (course: DayCourse) => string; isWorthIt?: (course: DayCourse) => boolean }[] =
  [
    { name: t('Missed windows'), of: ({ missedWindows }) => String(missedWindows) },
    {
      name: t('Late in all'),
      of: ({ lateMinutes }) => minutesInWords(lateMinutes),
      isWorthIt: ({ lateMinutes }) => lateMinutes > 0,
    },
    {
      name: t('Distance'),
      of: ({ kilometres }) => (kilometres === null ? t('Not known') : `${writeDecimal(kilometres)} km`),
      isWorthIt: ({ kilometres }) => kilometres !== null,
    },
    { name: t('Driving and stops'), of: ({ minutes }) => minutesInWords(minutes) },
    { name: t('Last stop'), of: ({ endsAt }) => formatHour(endsAt) },
  ];

/** What an order of stops takes, now and as suggested. */
export function CourseTable({ before, after }: { before: DayCourse; after?: DayCourse }) {
  const shown = rows.filter(({ isWorthIt }) => !isWorthIt || isWorthIt(before) || (after && isWorthIt(after)));
  return (
    <Table aria-label={t('The order now and as suggested')} className="tabular">
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col">{t('Now')}</Table.Th>
          {after && <Table.Th scope="col">{t('Suggested')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(({ name, of }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500}>
              {name}
            </Table.Th>
            <Table.Td>{of(before)}</Table.Td>
            {after && <Table.Td fw={of(after) === of(before) ? 400 : 600}>{of(after)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
