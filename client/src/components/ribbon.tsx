import { Box } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { brand } from '../lib/words/brand.ts';

/** Says on every page that these are not real orders. */
export function Ribbon({ mb = 0 }: { mb?: number | 'md' }) {
  if (!brand.ribbon) return null;
  return (
    <Box
      component="aside"
      aria-label={t('Notice')}
      mb={mb}
      py={4}
      px="md"
      ta="center"
      fz="sm"
      fw={600}
      c="light-dark(var(--mantine-color-amber-9), var(--mantine-color-amber-2))"
      bg="light-dark(var(--mantine-color-amber-2), var(--mantine-color-amber-light))"
    >
      {brand.ribbon}
    </Box>
  );
}
