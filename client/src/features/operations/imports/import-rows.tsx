import { Anchor, Badge, Card, Group, NativeSelect, Table, Text, Title } from '@mantine/core';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import {
  type Import,
  type ImportRow,
  type ImportRowState,
  importRowStates,
} from '@quickfleet/shared/operations/imports';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { isUnderWay, rowWords } from './import-words.ts';
import styles from './imports.module.css';

/** What happens with a row, and what is wrong with it as a whole. */
function RowOutcome({ row, kind }: { row: ImportRow; kind: Import['kind'] }) {
  const { state, outcome, issues, warnings, objectId } = row;
  const isDoubtful = state === 'valid' && warnings.length > 0;
  const { text, color } = isDoubtful ? { text: t('Please check'), color: 'amber' } : rowWords[state];
  return (
    <>
      <Badge color={color} variant="light">
        {text}
      </Badge>
      {outcome && state === 'created' && kind === 'orders' && objectId !== null ? (
        <Anchor component={Link} href={`${paths.adminOrders}?order=${objectId}`} size="sm" display="block">
          {outcome}
        </Anchor>
      ) : (
        outcome && <Text size="sm">{outcome}</Text>
      )}
      {state !== 'created' &&
        warnings.map(({ column, message }) => (
          <Text key={`${column} ${message}`} size="sm" c="dimmed">
            {message}
          </Text>
        ))}
      {issues.map(({ column, message }) => (
        // On a phone the cell itself may be out of sight.
        <Text
          key={`${column} ${message}`}
          size="sm"
          c="var(--mantine-color-error)"
          {...(column === null ? {} : { hiddenFrom: 'sm' })}
        >
          {column === null ? message : `${column}: ${message}`}
        </Text>
      ))}
    </>
  );
}

interface ImportRowsProps {
  shown: Import;
  state: ImportRowState | undefined;
  page: number;
  onView: (view: { rows: ImportRowState | undefined; page: string | undefined }, how?: 'replace') => void;
}

/** The rows of a file as a table, each fault at its cell. */
export function ImportRows({ shown, state, page, onView }: ImportRowsProps) {
  const rows = trpc.imports.rows.useQuery(
    { id: shown.id, page, limit: PAGE_SIZE_DEFAULT, ...(state ? { state } : {}) },
    { placeholderData: keepPreviousData, refetchOnMount: 'always', refetchInterval: isUnderWay(shown) ? 2000 : false },
  );
  return (
    <Card padding="md" mt="md" component="section" aria-labelledby="import-rows-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="import-rows-title">
          {t('Rows')}
        </Title>
        <NativeSelect
          aria-label={t('State of the rows')}
          data={[
            { value: '', label: t('All rows') },
            ...importRowStates.map((value) => ({ value, label: rowWords[value].text })),
          ]}
          value={state ?? ''}
          onChange={(event) =>
            onView({ rows: importRowStates.find((known) => known === event.currentTarget.value), page: undefined })
          }
        />
      </Group>
      <PagedList
        query={rows}
        failed={t('The rows could not be loaded')}
        empty={<EmptyState title={t('No rows in this state')} />}
        what={t('rows (in a list)')}
        onPage={(at, how) => onView({ rows: state, page: String(at) }, how)}
      >
        {(found) => (
          <Table.ScrollContainer
            minWidth={0}
            type="native"
            tabIndex={0}
            role="region"
            aria-label={t('Rows of the file')}
          >
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('Row')}</Table.Th>
                  <Table.Th className={styles.what ?? ''}>{t('What happens')}</Table.Th>
                  {shown.columns.map(({ name }) => (
                    <Table.Th key={name} className={styles.cell ?? ''}>
                      {name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Th scope="row" className={`tabular ${styles.number}`}>
                      {row.row}
                    </Table.Th>
                    <Table.Td className={styles.what ?? ''}>
                      <RowOutcome row={row} kind={shown.kind} />
                    </Table.Td>
                    {shown.columns.map(({ name }, at) => {
                      const issues = row.issues.filter(({ column }) => column === name);
                      return (
                        <Table.Td
                          key={name}
                          className={`${styles.cell} ${issues.length > 0 ? styles.wrong : ''}`}
                          dir="auto"
                        >
                          {row.cells[at]}
                          {issues.map(({ message }) => (
                            <Text key={message} size="xs" c="var(--mantine-color-error)" dir="ltr">
                              {message}
                            </Text>
                          ))}
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </PagedList>
    </Card>
  );
}
