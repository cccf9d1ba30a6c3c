import { Card, Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A card that is a region of its page, named by its title. `aside` is shown next to the title. */
export function SectionCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const headingId = useId();
  return (
    <Card component="section" padding="md" aria-labelledby={headingId} style={{ overflow: 'visible' }}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4" id={headingId}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}
