import { Badge, Card, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import list from '../../../components/lists/list.module.css';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { importStatus, isUnderWay, kindWords } from './import-words.ts';
import styles from './imports.module.css';

interface ImportListProps {
  page: number;
  onPage: (page: number, how?: 'replace') => void;
  onOpen: (id: number) => void;
}

/** The files of the last 30 days. */
export function ImportList({ page, onPage, onOpen }: ImportListProps) {
  const imports = trpc.imports.list.useQuery(
    { page, limit: PAGE_SIZE_DEFAULT },
    {
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 2000 : false),
    },
  );
  return (
    <Card padding="md" mt="md" component="section" aria-labelledby="imports-title">
      <Title order={2} size="h4" id="imports-title" mb="xs">
        {t('Recent imports')}
      </Title>
      <PagedList
        query={imports}
        failed={t('The imports could not be loaded')}
        empty={<EmptyState title={t('No imports yet')} text={t('Files and their rows are kept for 30 days.')} />}
        what={t('imports (in a list)')}
        onPage={onPage}
      >
        {(rows) => (
          <ul>
            {rows.map((one) => {
              const { text, color } = importStatus(one);
              return (
                <li key={one.id} className={`${list.row} ${styles.import}`}>
                  <UnstyledButton
                    className={list.open}
                    style={{ overflowWrap: 'anywhere' }}
                    onClick={() => onOpen(one.id)}
                  >
                    {one.fileName}
                  </UnstyledButton>
                  <Text size="sm" c="dimmed">
                    {[
                      kindWords[one.kind],
                      t('{count, plural, one {# row} other {# rows}}', { count: one.rows }),
                      ...(one.created > 0 ? [t('{count, plural, other {# imported}}', { count: one.created })] : []),
                    ].join(', ')}
                  </Text>
                  <Group gap="sm" wrap="nowrap" className={styles.when}>
                    <Badge color={color} variant="light">
                      {text}
                    </Badge>
                    <Text size="sm" c="dimmed" component="span">
                      <RelativeTime value={one.createdAt} />
                    </Text>
                  </Group>
                </li>
              );
            })}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}
