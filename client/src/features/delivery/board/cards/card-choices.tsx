import { Button, Group } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconBaselineDensitySmall, IconChecks, IconMap2, IconUsersGroup } from '@tabler/icons-react';

interface CardChoicesProps {
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
  isCompact: boolean;
  onCompact: (isCompact: boolean) => void;
  isOverview: boolean;
  onOverview: (isOverview: boolean) => void;
  isMap: boolean;
  onMap: (isMap: boolean) => void;
}

/** How the cards look, and whether a tap selects them. */
export function CardChoices({
  isSelecting,
  onSelecting,
  isCompact,
  onCompact,
  isOverview,
  onOverview,
  isMap,
  onMap,
}: CardChoicesProps) {
  return (
    <Group gap="xs">
      <Button
        variant={isSelecting ? 'light' : 'default'}
        aria-pressed={isSelecting}
        leftSection={<IconChecks size={18} aria-hidden />}
        onClick={() => onSelecting(!isSelecting)}
      >
        {t('Select')}
      </Button>
      <Button
        variant={isCompact ? 'light' : 'default'}
        aria-pressed={isCompact}
        leftSection={<IconBaselineDensitySmall size={18} aria-hidden />}
        onClick={() => onCompact(!isCompact)}
      >
        {t('Compact')}
      </Button>
      <Button
        variant={isOverview ? 'light' : 'default'}
        aria-pressed={isOverview}
        leftSection={<IconUsersGroup size={18} aria-hidden />}
        onClick={() => onOverview(!isOverview)}
      >
        {t('Overview')}
      </Button>
      <Button
        variant={isMap ? 'light' : 'default'}
        aria-pressed={isMap}
        leftSection={<IconMap2 size={18} aria-hidden />}
        onClick={() => onMap(!isMap)}
      >
        {t('Map')}
      </Button>
    </Group>
  );
}
