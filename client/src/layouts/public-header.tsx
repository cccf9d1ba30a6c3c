import { Burger, Button, Container, Group, Stack } from '@mantine/core';
import { HEADER_SCROLL_PX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconMapPin, IconSteeringWheel } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { BrandMark } from '../components/brand-mark.tsx';
import { ColorSchemeToggle } from '../components/color-scheme-toggle.tsx';
import { AccountSlot } from '../features/people/auth/account-slot.tsx';
import { goToHash } from '../lib/addresses/hash-target.ts';
import { useTakenOver } from '../lib/hooks/use-taken-over.ts';
import { brand } from '../lib/words/brand.ts';
import styles from './public-layout.module.css';

const { sections } = brand.site;
const links = [
  { text: t('Home'), href: paths.home, isShown: true },
  { text: t('Services'), href: `${paths.home}#services`, isShown: sections.services },
  { text: t('Get Quote'), href: `${paths.home}#quote-form`, isFilled: true, isShown: true },
  { text: t('Contact'), href: `${paths.home}#contact`, isShown: sections.contact },
].filter(({ isShown }) => isShown);

const subscribeToScroll = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
};
const useIsScrolled = (): boolean =>
  useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > HEADER_SCROLL_PX,
    () => false,
  );

/** In the header the words need all of the room: French ones are the longest. */
function Actions({ size, onChosen }: { size: 'sm' | 'md'; onChosen: () => void }) {
  const hasIcons = size === 'md';
  return (
    <>
      <Button
        component={Link}
        href={paths.track}
        size={size}
        variant="default"
        leftSection={hasIcons && <IconMapPin size={18} aria-hidden />}
        onClick={onChosen}
      >
        {t('Track Order')}
      </Button>
      <Button
        component={Link}
        href={paths.driver}
        size={size}
        variant="default"
        leftSection={hasIcons && <IconSteeringWheel size={18} aria-hidden />}
        onClick={onChosen}
      >
        {t('Driver Portal')}
      </Button>
    </>
  );
}

/**
 * Fixed; changes its style after HEADER_SCROLL_PX; folds into a toggle menu on small screens. The menu is the browser's
 * own popover: it opens before the scripts have come, and Escape closes it with the focus back on its button.
 */
export function PublicHeader() {
  const isScrolled = useIsScrolled();
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  const close = () => menu.current?.hidePopover();
  // Opened before hydration.
  useTakenOver(() => setOpen(menu.current?.matches(':popover-open') ?? false));

  const follow = (href: string) => (event: MouseEvent) => {
    close();
    const hash = href.split('#')[1];
    if (path !== paths.home) return;
    // Already here: the router sees no change of path, so the target is sought by hand, each time the link is used.
    event.preventDefault();
    history.pushState(history.state, '', href);
    if (hash) goToHash(hash);
    else window.scrollTo({ top: 0 });
  };
  const items = links.map(({ text, href, isFilled }) => (
    <Link
      key={href}
      href={href}
      className={styles.link}
      onClick={follow(href)}
      aria-current={href === path ? 'page' : undefined}
      data-filled={isFilled}
    >
      {text}
    </Link>
  ));

  return (
    <header
      className={styles.header}
      data-scrolled={isScrolled || undefined}
      data-over={path === paths.home || undefined}
    >
      <Container size="lg">
        <div className={styles.bar}>
          <Link href={paths.home} className={styles.brand} onClick={follow(paths.home)}>
            <BrandMark />
          </Link>
          <AccountSlot className={styles.link} />
          <nav className={styles.nav} aria-label={t('Main (navigation)')}>
            {items}
            <Group gap="xs" ms="xs" wrap="nowrap">
              <Actions size="sm" onChosen={close} />
              <ColorSchemeToggle />
            </Group>
          </nav>
          <div className={styles.toggle}>
            <ColorSchemeToggle />
            <Burger
              opened={isOpen}
              popoverTarget="menu"
              aria-label={isOpen ? t('Close menu') : t('Open menu')}
              aria-expanded={isOpen}
              aria-controls="menu"
            />
          </div>
        </div>
        <nav
          ref={menu}
          className={styles.menu}
          id="menu"
          aria-label={t('Menu')}
          popover="auto"
          onToggle={(event) => setOpen(event.newState === 'open')}
        >
          {items}
          <Stack gap="xs" mt="xs">
            <Actions size="md" onChosen={close} />
          </Stack>
        </nav>
      </Container>
    </header>
  );
}
