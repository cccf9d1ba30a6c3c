import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RouteLine } from '../delivery/route-line.tsx';

interface EmptyStateProps {
  title: string;
  /** What the person can do about it. */
  text?: ReactNode;
  action?: ReactNode;
}

/** Nothing here yet, or nothing matches: the title says which. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <RouteLine width={140} />
      <Text fw={600} mt="xs">
        {title}
      </Text>
      {text && (
        <Text c="dimmed" maw={460}>
          {text}
        </Text>
      )}
      {action && <Box mt="xs">{action}</Box>}
    </Stack>
  );
}
