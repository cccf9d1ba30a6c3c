import { Title } from '@mantine/core';
import { type DeveloperSection, paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { Icon } from '@tabler/icons-react';
import { type ComponentType, Suspense, useRef } from 'react';
import { Link, useParams } from 'wouter';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { useScrollIntoView } from '../../../lib/hooks/use-scroll-into-view.ts';
import styles from './developers.module.css';

export interface Section {
  /** Its address; the first section has the screen's own. */
  at: DeveloperSection | undefined;
  title: string;
  icon: Icon;
  /** Loaded when it is opened. */
  panel: ComponentType;
}

const hrefOf = ({ at }: Section) => (at ? paths.adminDevelopersAt(at) : paths.adminDevelopers);

/** What integrations need, a section at a time, each with an address. */
export function DevelopersScreen({ sections }: { sections: readonly Section[] }) {
  const { section } = useParams<{ section?: string }>();
  const shown = sections.find(({ at }) => at === section) ?? sections[0];
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the sections scroll.
  useScrollIntoView(() => current.current, shown && hrefOf(shown), { block: 'nearest', inline: 'center' });
  const Panel = shown?.panel;
  return (
    <>
      <Title order={1} mb="xs">
        {t('Developers')}
      </Title>
      <nav aria-label={t('Developers')}>
        <ul className={styles.sections}>
          {sections.map((one) => (
            <li key={one.title}>
              <Link
                ref={one === shown ? current : undefined}
                href={hrefOf(one)}
                className={styles.section}
                aria-current={one === shown ? 'page' : undefined}
              >
                <one.icon size={18} stroke={1.75} aria-hidden />
                {one.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Suspense fallback={<SkeletonRows rows={4} height={72} />}>{Panel && <Panel key={shown.title} />}</Suspense>
    </>
  );
}
