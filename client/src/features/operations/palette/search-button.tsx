import { ActionIcon, Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconSearch } from '@tabler/icons-react';
import { Hint } from '../../../components/text/hint.tsx';
import { Keys } from '../../../components/text/keys.tsx';

const PALETTE_KEYS = 'Control+K Meta+K';

/** The palette's visible door: a field that looks like a search where there is room, an icon on a phone. */
export function SearchButton({ onOpen, isLoading }: { onOpen: () => void; isLoading: boolean }) {
  return (
    <>
      <Button
        w={220}
        fw={400}
        c="dimmed"
        styles={{ label: { flex: 1, textAlign: 'start' } }}
        visibleFrom="md"
        variant="default"
        size="xs"
        justify="space-between"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Keys keys={['mod+k']} size="xs" />}
        aria-keyshortcuts={PALETTE_KEYS}
        onClick={onOpen}
        loading={isLoading}
      >
        {t('Search and jump')}
      </Button>
      <Hint label={t('Search and jump')}>
        <ActionIcon
          hiddenFrom="md"
          size="lg"
          aria-label={t('Search and jump')}
          aria-keyshortcuts={PALETTE_KEYS}
          onClick={onOpen}
          loading={isLoading}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      </Hint>
    </>
  );
}
