import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './dialog.module.css';

type DialogProps = Omit<ModalProps, 'classNames' | 'closeOnEscape' | 'onKeyDown' | 'fullScreen' | 'ref'>;

/**
 * A staff Modal for a whole task: the full screen on a phone, and Escape closes only the uppermost of several. Keep it
 * mounted and switch `opened`, so that the focus finds its way back to where it came from.
 */
export function Dialog({ onClose, children, ...props }: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });

  // React passes on events of a dialog above this one; only what happens inside this one's own elements counts.
  const closeOnEscape = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, currentTarget } = event;
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !(target instanceof Element)) return;
    if (!currentTarget.contains(target) || target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    onClose();
  };

  return (
    <Modal
      classNames={{ root: styles.root, title: styles.title, content: styles.content }}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={closeOnEscape}
      fullScreen={isPhone}
      {...(isPhone ? { radius: 0 } : {})}
      {...props}
    >
      {children}
    </Modal>
  );
}

/** The last line of a dialog's content: its buttons, in view while the content scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
