import { Box } from '@mantine/core';
import { brand } from '../lib/brand.ts';
import { useIsHydrated } from '../lib/use-is-hydrated.ts';

/** Says on every page that these are not real orders. */
export function DemoRibbon({ mb = 0 }: { mb?: number | 'md' }) {
  // A prerendered page does not know whether it is a demo: the ribbon is hidden, unless the server marks the page as one.
  const isHydrated = useIsHydrated();
  if (isHydrated && !brand.isDemo) return null;
  return (
    <Box
      className="demo-only"
      component="aside"
      aria-label="Demo"
      mb={mb}
      py={4}
      px="md"
      ta="center"
      fz="sm"
      fw={600}
      c="light-dark(var(--mantine-color-amber-9), var(--mantine-color-amber-2))"
      bg="light-dark(var(--mantine-color-amber-2), var(--mantine-color-amber-light))"
    >
      Demo data
    </Box>
  );
}
