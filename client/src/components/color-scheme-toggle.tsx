import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Hint } from './text/hint.tsx';

/** Follows the system until it is pressed. */
export function ColorSchemeToggle({ size = 'lg' }: { size?: 'lg' | number }) {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? 'Use the light colours' : 'Use the dark colours';
  return (
    <Hint label={label}>
      <ActionIcon size={size} aria-label={label} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
        {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
      </ActionIcon>
    </Hint>
  );
}
