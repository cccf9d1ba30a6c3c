import '../styles/staff.css';
import { AppShell, Badge, Box, Burger, Button, Divider, Group, Paper, Stack, Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { displayName } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconExternalLink, IconLogout, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { BrandImage } from '../components/brand-mark.tsx';
import { ColorSchemeToggle } from '../components/color-scheme-toggle.tsx';
import { Ribbon } from '../components/ribbon.tsx';
import { Hint } from '../components/text/hint.tsx';
import { Tooltips } from '../components/text/tooltips.tsx';
import { SearchButton } from '../features/operations/palette/search-button.tsx';
import { useOpenScanned } from '../features/operations/palette/use-open-scanned.ts';
import { usePalette } from '../features/operations/palette/use-palette.ts';
import { type AdminScreen, furtherScreens, isAt, mayOpen, specifiedScreens } from '../lib/addresses/admin-screens.ts';
import { useAuth } from '../lib/api/session.tsx';
import { useFocusRecovery } from '../lib/hooks/use-focus-recovery.ts';
import { useIsOnline } from '../lib/hooks/use-is-online.ts';
import { useLater } from '../lib/hooks/use-later.ts';
import { useShortcuts } from '../lib/hooks/use-shortcuts.ts';
import { showError } from '../lib/toast.ts';
import { brand } from '../lib/words/brand.ts';
import type { Opened } from './admin-extras.tsx';
import styles from './admin-layout.module.css';
import { helpFor, shortcutsFor } from './admin-shortcuts.ts';
import { NoAccess } from './no-access.tsx';

function NavEntry({ screen, count, onChosen }: { screen: AdminScreen; count: number; onChosen: () => void }) {
  const [path] = useLocation();
  const { text, href, icon: EntryIcon } = screen;
  const active = isAt(screen, path);
  return (
    <Link
      href={href}
      className={styles.link}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      onClick={onChosen}
    >
      <EntryIcon size={20} stroke={1.7} aria-hidden />
      <span style={{ flex: 1 }}>{text}</span>
      {count > 0 && (
        <Badge color="red" variant="filled" size="sm" radius="xl" className="tabular">
          {count}
          <span className="visually-hidden"> {t('drafts')}</span>
        </Badge>
      )}
    </Link>
  );
}

function AdminNav({ role, draftCount, onChosen }: { role: Role; draftCount: number; onChosen: () => void }) {
  const further = furtherScreens.filter((screen) => screen.isFor(role));
  return (
    <Stack gap={4}>
      {specifiedScreens
        .filter((screen) => screen.isFor(role))
        .map((screen) => (
          <NavEntry
            key={screen.href}
            screen={screen}
            count={screen.href === paths.adminQuotes ? draftCount : 0}
            onChosen={onChosen}
          />
        ))}
      {further.length > 0 && <Divider my="xs" />}
      {further.map((screen) => (
        <NavEntry key={screen.href} screen={screen} count={0} onChosen={onChosen} />
      ))}
    </Stack>
  );
}

/** Over the page, so that nothing moves when the network goes. */
function OfflineNote() {
  const isOnline = useIsOnline();
  return (
    <Box
      className="no-print"
      role="status"
      pos="fixed"
      bottom={16}
      left={16}
      right={16}
      style={{ zIndex: 400, pointerEvents: 'none' }}
    >
      {!isOnline && (
        <Paper withBorder shadow="md" px="md" py="xs" mx="auto" w="fit-content">
          <Group gap="xs" wrap="nowrap">
            <IconWifiOff size={18} aria-hidden />
            <Text size="sm" fw={500}>
              {t('You are offline. What is shown may be out of date.')}
            </Text>
          </Group>
        </Paper>
      )}
    </Box>
  );
}

const VERSION = 'v1.0';
const loadExtras = () => import('./admin-extras.tsx');

/** The staff's frame: header, sidebar, `main`. `draftCount` is the red badge at Quotes. */
export function AdminLayout({ draftCount, children }: { draftCount: number; children: ReactNode }) {
  const { user, storedAdmin, logout, isSigningOut } = useAuth();
  const [path, navigate] = useLocation();
  const [isOpen, setOpen] = useState(false);
  // Until the session is known, the stored data decides which frame to draw.
  const person = user ?? storedAdmin;
  const [shown, setShown] = useState<Opened>();
  const openHelp = () => setShown('help');
  const close = () => setShown(undefined);
  const extras = useLater(loadExtras, shown !== undefined, () => {
    close();
    showError(t('The help could not be opened'), t('Check your connection and try again.'));
  });
  const palette = usePalette();
  const { Palette, isLoading } = palette;
  const openPalette = () => void palette.open();
  const shortcuts = person ? shortcutsFor(person.role, path, { palette: openPalette, help: openHelp }) : [];
  const openScanned = useOpenScanned(user, palette);
  useShortcuts(
    shortcuts.flatMap((group) => group.shortcuts),
    openScanned,
  );
  useFocusRecovery();
  if (!person) return null;

  const accountMenu = user && extras && <extras.AdminMenu user={user} open={setShown} />;
  const leave = async () => {
    if (await logout()) navigate(paths.adminSignIn, { replace: true });
  };

  return (
    <Tooltips>
      <AppShell
        className={styles.root}
        header={{ height: 60 }}
        navbar={{ width: { base: 208, xl: 240 }, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', md: 'lg' }}
        transitionDuration={160}
      >
        <AppShell.Header px="md" className="no-print">
          <Group h="100%" justify="space-between" wrap="nowrap">
            <Group className={styles.start} wrap="nowrap">
              <Burger
                opened={isOpen}
                onClick={() => setOpen(!isOpen)}
                hiddenFrom="sm"
                size="sm"
                aria-label={isOpen ? t('Close menu') : t('Open menu')}
                aria-expanded={isOpen}
              />
              <span className={styles.mark}>
                <BrandImage />
              </span>
              <Text fw={700} fz="lg" style={{ whiteSpace: 'nowrap' }}>
                {t('Admin')}
              </Text>
              <Hint label={t('{name}, build {build}', { name: brand.name, build: brand.build })}>
                <Badge variant="outline" color="gray" tabIndex={0} style={{ flex: 'none' }}>
                  {VERSION}
                </Badge>
              </Hint>
            </Group>
            <Group className={styles.end} wrap="nowrap">
              <div className={styles.welcome}>
                {accountMenu ?? (
                  <Text size="sm" c="dimmed" truncate maw={260}>
                    {t('Welcome, {displayName}', { displayName: displayName(person) })}
                  </Text>
                )}
              </div>
              <Button
                component={Link}
                href={paths.home}
                variant="subtle"
                size="xs"
                visibleFrom="sm"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                {t('View Homepage')}
              </Button>
              <SearchButton onOpen={openPalette} isLoading={isLoading} />
              <ColorSchemeToggle />
              <Button
                className={styles.logout}
                variant="default"
                size="xs"
                leftSection={<IconLogout size={16} aria-hidden />}
                onClick={leave}
                loading={isSigningOut}
              >
                {t('Logout')}
              </Button>
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" className="no-print" aria-label={t('Admin')}>
          <AdminNav role={person.role} draftCount={draftCount} onChosen={() => setOpen(false)} />
          <Button
            component={Link}
            href={paths.home}
            variant="subtle"
            mt="md"
            justify="flex-start"
            hiddenFrom="sm"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t('View Homepage')}
          </Button>
          <Box hiddenFrom="sm" mt="xs">
            {accountMenu ?? (
              <Text size="sm" c="dimmed" px="sm">
                {t('Welcome, {displayName}', { displayName: displayName(person) })}
              </Text>
            )}
          </Box>
        </AppShell.Navbar>
        <AppShell.Main className={styles.main} id="main" tabIndex={-1} data-staff>
          <Ribbon mb="md" />
          {mayOpen(person.role, path) ? children : <NoAccess role={person.role} />}
        </AppShell.Main>
      </AppShell>
      {extras && <extras.AdminDialogs opened={shown} onClose={close} path={path} groups={helpFor(shortcuts, path)} />}
      <OfflineNote />
      {Palette && <Palette role={person.role} onHelp={openHelp} />}
    </Tooltips>
  );
}
