import { Group, Text } from '@mantine/core';
import { brand } from '../lib/words/brand.ts';

/** The mark and the company's name; `onDark` on the ink panel. */
export function BrandMark({ onDark = false, size = 28 }: { onDark?: boolean; size?: number }) {
  return (
    <Group gap={10} wrap="nowrap" component="span">
      <img src="/favicon.svg" alt="" width={size} height={size} />
      <Text component="span" fw={700} fz="lg" lts="-0.01em" truncate c={onDark ? 'white' : undefined}>
        {brand.name}
      </Text>
    </Group>
  );
}
