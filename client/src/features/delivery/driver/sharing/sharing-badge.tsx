import { Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconLocation } from '@tabler/icons-react';
import { stopSharing, useSharing } from './sharing.ts';

/** Says on every screen of the portal that the position is shared, and ends it. */
export function SharingBadge() {
  if (useSharing() !== 'on') return null;
  return (
    <Button
      size="compact-md"
      mih={48}
      variant="light"
      leftSection={<IconLocation size={18} aria-hidden />}
      onClick={stopSharing}
      aria-label={t('Your position is shared. Stop sharing')}
    >
      {t('Shared · Stop')}
    </Button>
  );
}
