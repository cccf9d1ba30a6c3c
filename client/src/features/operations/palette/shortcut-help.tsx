import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Keys } from '../../../components/text/keys.tsx';
import type { Shortcut } from '../../../lib/use-shortcuts.ts';
import styles from './palette.module.css';

interface ShortcutHelpProps {
  opened: boolean;
  onClose: () => void;
  groups: readonly { title: string; shortcuts: readonly Pick<Shortcut, 'keys' | 'text'>[] }[];
}

/** Every shortcut that works where it was asked for. */
export function ShortcutHelp({ opened, onClose, groups }: ShortcutHelpProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="md">
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={styles.helpGroup}>
          <h3 className={styles.helpTitle}>{title}</h3>
          <dl>
            {shortcuts.map(({ keys, text }) => (
              <div key={text} className={styles.helpRow}>
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
