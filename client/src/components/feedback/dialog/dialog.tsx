import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { t } from '@quickfleet/shared/words/t';
import { createContext, type KeyboardEvent, type ReactNode, useState } from 'react';
import { usePrevious } from '../../../lib/forms/use-previous.ts';
import { useConfirm } from './confirm.tsx';
import styles from './dialog.module.css';

/** What a dialog knows of the form in it: closing one that was typed in asks first (dialog-form.tsx). */
export type FormState = 'none' | 'untouched' | 'typed in';
export const FormStateOfDialog = createContext<(state: FormState) => void>(() => {});

interface DialogProps extends Omit<ModalProps, 'classNames' | 'closeOnEscape' | 'onKeyDown' | 'fullScreen' | 'ref'> {}

/**
 * A staff Modal for a whole task: the full screen on a phone, and Escape closes only the uppermost of several. Keep it
 * mounted and switch `opened`, so that the focus finds its way back to where it came from. With a form in it a click
 * beside it does nothing, and Escape and the cross ask about what was typed.
 */
export function Dialog({ onClose, children, ...props }: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [formState, setFormState] = useState<FormState>('none');
  const { confirm, confirmDialog } = useConfirm();
  const leave = async () => {
    const isFree =
      formState !== 'typed in' ||
      (await confirm({
        title: t('Discard your changes?'),
        text: t('What you typed is not saved.'),
        action: t('Discard changes'),
        cancel: t('Keep editing'),
      }));
    if (isFree) onClose();
  };

  // React passes on events of a dialog above this one; only what happens inside this one's own elements counts.
  const closeOnEscape = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, currentTarget } = event;
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !(target instanceof Element)) return;
    if (!currentTarget.contains(target) || target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    void leave();
  };

  return (
    <Modal
      classNames={{ root: styles.root, title: styles.title, content: styles.content }}
      onClose={() => void leave()}
      closeOnEscape={false}
      closeOnClickOutside={formState === 'none'}
      onKeyDown={closeOnEscape}
      fullScreen={isPhone}
      {...(isPhone ? { radius: 0 } : {})}
      {...props}
    >
      <FormStateOfDialog value={setFormState}>{children}</FormStateOfDialog>
      {confirmDialog}
    </Modal>
  );
}

interface DialogOfProps<T> extends Omit<DialogProps, 'opened' | 'title' | 'children'> {
  /** What it is about; undefined while it is closed. */
  of: T | undefined;
  title: ReactNode | ((of: T) => ReactNode);
  children: (of: T) => ReactNode;
}
/** A dialog about something: open while that is given, and still showing it while it fades out. */
export function DialogOf<T>({ of, title, children, ...props }: DialogOfProps<T>) {
  const shown = usePrevious(of);
  return (
    <Dialog
      opened={of !== undefined}
      title={typeof title === 'function' ? shown !== undefined && title(shown) : title}
      {...props}
    >
      {shown !== undefined && children(shown)}
    </Dialog>
  );
}

/** The last line of a dialog's content: its buttons, in view while the content scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
