import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconGitMerge } from '@tabler/icons-react';

export interface Difference {
  field: string;
  mine: string;
  theirs: string;
}

interface ConflictNoticeProps {
  /** 'order' */
  what: string;
  differences: readonly Difference[];
  onKeepMine: () => void;
  onUseTheirs: () => void;
  isSaving: boolean;
  /** t('Use theirs') unless the other version is read again in another way. */
  theirsText?: string;
}

/** Shows both versions after an edit conflict; nothing is lost until one is chosen. */
export function ConflictNotice({
  what,
  differences,
  onKeepMine,
  onUseTheirs,
  isSaving,
  theirsText = t('Use theirs'),
}: ConflictNoticeProps) {
  return (
    <Alert
      color="amber"
      role="alert"
      icon={<IconGitMerge aria-hidden />}
      title={t('Someone else changed this {what}', { what })}
    >
      <Text size="sm">{t('Nothing was saved yet. Choose which version stays.')}</Text>
      {differences.length > 0 && (
        <Table layout="fixed" mt="xs" horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="28%">{t('Field')}</Table.Th>
              <Table.Th>{t('Yours')}</Table.Th>
              <Table.Th>{t('Theirs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map(({ field, mine, theirs }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
                  {field}
                </Table.Th>
                <Table.Td dir="auto" className="as-written">
                  {mine || t('(empty)')}
                </Table.Td>
                <Table.Td dir="auto" className="as-written">
                  {theirs || t('(empty)')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group mt="sm">
        <Button size="xs" onClick={onKeepMine} loading={isSaving}>
          {t('Keep mine')}
        </Button>
        <Button size="xs" variant="default" onClick={onUseTheirs} disabled={isSaving}>
          {theirsText}
        </Button>
      </Group>
    </Alert>
  );
}
