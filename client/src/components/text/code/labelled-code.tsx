import { Group, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A number or code that is read out or copied: large, with its name above it. */
export function LabelledCode({
  label,
  what,
  value,
  shown = value,
}: {
  label: string;
  what: string;
  value: string;
  shown?: string;
}) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap={6} wrap="nowrap">
        <Text className="mono" fw={600} fz="lg">
          {shown}
        </Text>
        <CopyButton value={value} what={what} />
      </Group>
    </div>
  );
}
