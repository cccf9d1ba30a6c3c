import { Badge, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDay, formatShortDay } from '../../../lib/words/format.ts';

const WAIT_MS = 300;

/** What was chosen in words, and the next days it comes on. */
export function RulePreview({ rule, start, end }: { rule: string; start: string; end: string }) {
  const { client } = trpc.useUtils();
  const [text] = useDebouncedValue(JSON.stringify({ rule, start, end: end || null }), WAIT_MS);
  const preview = useQuery({
    queryKey: ['recurring-preview', text],
    queryFn: () => client.recurring.preview.mutate(JSON.parse(text)),
    enabled: start !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <Stack gap={6} component="section" aria-label="Next days" role="status">
      {preview.isError ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {messageOf(preview.error)}
        </Text>
      ) : (
        preview.data && (
          <>
            <Text fw={600}>
              {preview.data.ruleInWords}, from {formatDay(start)}
              {end && ` to ${formatDay(end)}`}
            </Text>
            <Group gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {preview.data.days.map((day) => (
                <li key={day}>
                  <Badge variant="light" color="gray" tt="none" size="lg">
                    {formatShortDay(day)}
                  </Badge>
                </li>
              ))}
            </Group>
            {preview.data.days.length === 0 && (
              <Text size="sm" c="dimmed">
                This rule has no days left.
              </Text>
            )}
          </>
        )
      )}
    </Stack>
  );
}
