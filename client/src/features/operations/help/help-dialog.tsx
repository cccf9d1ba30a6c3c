import { t } from '@quickfleet/shared/words/t';
import { Suspense } from 'react';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { Keys } from '../../../components/text/keys.tsx';
import type { Shortcut } from '../../../lib/hooks/use-shortcuts.ts';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import styles from './help.module.css';

const HelpPage = lazyExtra(() => import('./help-page.tsx').then((m) => m.HelpPage));

interface HelpDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The screen that it is about. */
  path: string;
  groups: readonly { title: string; shortcuts: readonly Pick<Shortcut, 'keys' | 'text'>[] }[];
}

/** What the screen is for, and every shortcut that works on it. */
export function HelpDialog({ opened, onClose, path, groups }: HelpDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Help')} size="lg">
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <HelpPage path={path} />
      </Suspense>
      <h2 className={styles.heading}>{t('Keyboard shortcuts')}</h2>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.title}>{title}</h3>
          <dl>
            {shortcuts.map(({ keys, text }) => (
              <div key={text} className={styles.row}>
                <dt>{text}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
