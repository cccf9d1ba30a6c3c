import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

export interface ActiveFilter {
  /** 'Status: assigned' */
  text: string;
  onRemove: () => void;
}

/** What narrows a list, each to be taken away; nothing when the list is whole. */
export function FilterChips({ filters, onClear }: { filters: readonly ActiveFilter[]; onClear: () => void }) {
  if (filters.length === 0) return null;
  return (
    <Group gap={6} component="section" aria-label="Active filters">
      {filters.map(({ text, onRemove }) => (
        <Button
          key={text}
          size="compact-sm"
          variant="light"
          radius="xl"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={onRemove}
          aria-label={`Remove filter ${text}`}
        >
          {text}
        </Button>
      ))}
      {filters.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          Clear all
        </Button>
      )}
    </Group>
  );
}
