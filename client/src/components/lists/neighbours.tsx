import { Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface NeighboursProps {
  /** The rows of the list behind the details; without them there is nowhere to go. */
  ids: readonly number[] | undefined;
  id: number | undefined;
  onGo: (id: number) => void;
}

/** From one row's details to those of the next, without closing them. */
export function Neighbours({ ids = [], id, onGo }: NeighboursProps) {
  const at = id === undefined ? -1 : ids.indexOf(id);
  if (at < 0 || ids.length < 2) return null;
  const [previous, next] = [ids[at - 1], ids[at + 1]];
  const go = (to: number | undefined) => () => to !== undefined && onGo(to);
  return (
    <Group component="nav" aria-label={t('In the list')} gap="xs" justify="flex-end" mb="xs">
      <Text size="sm" c="dimmed" className="tabular">
        {t('{place} of {length}', { place: at + 1, length: ids.length })}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        disabled={previous === undefined}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={go(previous)}
      >
        {t('Previous (in a list)')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={next === undefined}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        onClick={go(next)}
      >
        {t('Next (in a list)')}
      </Button>
    </Group>
  );
}
