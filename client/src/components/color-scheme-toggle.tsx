import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useIsHydrated } from '../lib/hooks/use-is-hydrated.ts';
import { Hint } from './text/hint.tsx';

/** Follows the system until it is pressed. */
export function ColorSchemeToggle({ size = 'lg' }: { size?: 'lg' | number }) {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  // The rendered page is light: with another icon than its own React would throw it away, and what was typed with it.
  const isDark = useIsHydrated() && scheme === 'dark';
  const label = isDark ? t('Use the light colours') : t('Use the dark colours');
  return (
    <Hint label={label}>
      <ActionIcon
        size={size}
        className="needs-script"
        aria-label={label}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
      </ActionIcon>
    </Hint>
  );
}
