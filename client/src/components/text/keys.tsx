import { Kbd } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { Fragment } from 'react';
import styles from './keys.module.css';

const isApple = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
const names: Record<string, string> = {
  mod: isApple ? '⌘' : t('Ctrl'),
  shift: t('Shift'),
  space: t('Space'),
  enter: '↵',
  up: '↑',
  down: '↓',
  arrows: '← ↑ ↓ →',
  updown: '↑ ↓',
  escape: t('Esc'),
};
const shown = (key: string): string => names[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** The keys of a shortcut as the keyboard labels them: ['mod+k'] together, ['g', 'q'] one after the other. */
export function Keys({ keys, size = 'sm' }: { keys: readonly string[]; size?: 'xs' | 'sm' }) {
  return (
    <span className={styles.keys}>
      {keys.map((step, at) => (
        <Fragment key={step}>
          {at > 0 && <small>{t('then')}</small>}
          {step.split('+').map((key) => (
            <Kbd key={key} size={size} className={styles.key}>
              {shown(key)}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
