import { Button, Group } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconX } from '@tabler/icons-react';

export interface ActiveFilter {
  /** 'Status: assigned' */
  text: string;
  onRemove: () => void;
}

interface FilterChipsProps {
  /** Those that no control on the screen shows already. */
  filters: readonly ActiveFilter[];
  /** Several things narrow the list, with or without a chip. */
  canClearAll: boolean;
  onClear: () => void;
}

/** What narrows a list, each to be removed; nothing when the list is whole. */
export function FilterChips({ filters, canClearAll, onClear }: FilterChipsProps) {
  if (filters.length === 0 && !canClearAll) return null;
  return (
    <Group gap={6} component="section" aria-label={t('Active filters')}>
      {filters.map(({ text, onRemove }) => (
        <Button
          key={text}
          size="compact-sm"
          variant="light"
          radius="xl"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={onRemove}
          aria-label={t('Remove filter {filter}', { filter: text })}
        >
          {text}
        </Button>
      ))}
      {canClearAll && (
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {t('Clear all filters')}
        </Button>
      )}
    </Group>
  );
}
