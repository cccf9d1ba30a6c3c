import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { PAGE_SIZE_MAX, PALETTE_RESULTS } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { displayName } from '@quickfleet/shared/people/users';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconKeyboard, IconLogout, IconMoon, IconRoute, IconSun } from '@tabler/icons-react';
import { createElement } from 'react';
import { Keys } from '../../../components/text/keys.tsx';
import { goTo } from '../../../lib/addresses/go-to.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { isNamed, type PaletteGroup } from './palette-entry.ts';

/** What can be done from anywhere; before something is typed, the help alone. */
export function usePaletteCommands(typed: string, onHelp: () => void): PaletteGroup {
  const { logout } = useAuth();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const title = t('Commands');
  const leave = async () => {
    if (await logout()) goTo(paths.adminSignIn);
  };
  const entries = [
    {
      id: 'shortcuts',
      icon: IconKeyboard,
      text: t('Help and keyboard shortcuts'),
      side: createElement(Keys, { keys: ['?'], size: 'xs' }),
      run: onHelp,
    },
    {
      id: 'colours',
      icon: isDark ? IconSun : IconMoon,
      text: isDark ? t('Use the light colours') : t('Use the dark colours'),
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { id: 'logout', icon: IconLogout, text: t('Logout'), run: () => void leave() },
  ];
  const offered = typed === '' ? entries.slice(0, 1) : entries;
  return { title, entries: offered.filter(({ text }) => isNamed(`${title} ${text}`, typed)) };
}

/** The days of drivers whose names are typed: their columns of the board. */
export function usePaletteDrivers(typed: string): PaletteGroup {
  const { user } = useAuth();
  const isAllowed = can(user?.role, 'users.list') && can(user?.role, 'planning.board');
  const drivers = trpc.users.list.useQuery(
    { role: 'driver', isActive: 'true', sort: 'name', limit: PAGE_SIZE_MAX },
    { enabled: isAllowed && typed !== '' },
  );
  const entries = (drivers.data?.data ?? []).flatMap((driver) => {
    const text = t('The day of {driver}', { driver: displayName(driver) });
    if (typed === '' || !isNamed(`${text} ${driver.username}`, typed)) return [];
    return [
      { id: `day-${driver.id}`, icon: IconRoute, text, run: () => goTo(`${paths.adminBoard}?driver=${driver.id}`) },
    ];
  });
  return { title: t('Drivers’ days'), entries: entries.slice(0, PALETTE_RESULTS) };
}
