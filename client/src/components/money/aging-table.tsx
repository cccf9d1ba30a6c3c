import { Anchor, Table, Title } from '@mantine/core';
import { formatAmount, isNothing } from '@quickfleet/shared/base/money/money';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { trpc } from '../../lib/api/trpc.ts';
import { QueryState } from '../feedback/query-state.tsx';

const ages = ['notDue', 'days30', 'days60', 'days90', 'older', 'total'] as const;
/** More customers than anybody has. */
const ALL = 100_000;
const heads: Readonly<Record<(typeof ages)[number], string>> = {
  notDue: t('Not due yet'),
  days30: t('1 to 30 days'),
  days60: t('31 to 60 days'),
  days90: t('61 to 90 days'),
  older: t('Over 90 days'),
  total: t('Owed in all'),
};

/** What is owed, by customer and by how long it is overdue; of one customer where one is given, of `most` of them otherwise. */
export function AgingTable({ customerId, most = ALL }: { customerId?: number; most?: number }) {
  const query = trpc.invoices.aging.useQuery();
  if (query.isPending && most < ALL) return null;
  if (!query.isSuccess) return <QueryState query={query} title={t('What is owed could not be loaded')} rows={2} />;
  const rows = query.data.data
    .filter((row) => customerId === undefined || row.customerId === customerId)
    .slice(0, most);
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('What is owed')}>
      <Title order={2} size="h4" mb="xs">
        {t('What is owed')}
      </Title>
      <Table.ScrollContainer minWidth={620}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              {customerId === undefined && <Table.Th>{t('Customer')}</Table.Th>}
              {ages.map((age) => (
                <Table.Th key={age} ta="end">
                  {heads[age]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.customerId} ${row.customer} ${row.currency}`}>
                {customerId === undefined && (
                  <Table.Td>
                    {row.customerId === null ? (
                      row.customer
                    ) : (
                      <Anchor component={Link} href={paths.adminCustomer(row.customerId)}>
                        {row.customer}
                      </Anchor>
                    )}
                  </Table.Td>
                )}
                {ages.map((age) => (
                  <Table.Td key={age} ta="end" className="tabular">
                    {isNothing(row[age]) ? '' : formatAmount(row[age], row.currency)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
