import { Badge, Divider, Stack } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import type { Role } from '@quickfleet/shared/roles';
import { Link, useLocation } from 'wouter';
import { type AdminScreen, furtherScreens, isAt, specifiedScreens } from '../lib/addresses/admin-screens.ts';
import styles from './admin-layout.module.css';

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
          <span className="visually-hidden"> drafts</span>
        </Badge>
      )}
    </Link>
  );
}

export function AdminNav({ role, draftCount, onChosen }: { role: Role; draftCount: number; onChosen: () => void }) {
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
