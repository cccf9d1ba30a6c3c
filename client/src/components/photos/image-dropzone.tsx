import { Dropzone } from '@mantine/dropzone';
import type { ReactNode } from 'react';
import { imageTypes } from '../../lib/api/upload.ts';
import styles from './image-picker.module.css';

export interface DropAreaProps {
  /** The name for screen readers: 'Images, Item 2'. */
  name: string;
  describedBy: string;
  isClosed: boolean;
  /** Every file, whatever its type: the receiver reports what is wrong with one. */
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/**
 * The picker's drop area on the staff's screens. Public pages do without the library: their first load has no room for
 * it.
 */
export function ImageDropzone({ name, describedBy, isClosed, onFiles, children }: DropAreaProps) {
  return (
    <Dropzone
      className={styles.add ?? ''}
      disabled={isClosed}
      onDrop={onFiles}
      // The field itself is what keyboards and readers come to; the area around it is for the pointer.
      activateOnKeyboard={false}
      inputProps={{
        accept: imageTypes.join(','),
        className: 'visually-hidden',
        style: {},
        tabIndex: 0,
        disabled: isClosed,
        'aria-label': name,
        'aria-describedby': describedBy,
      }}
    >
      {children}
    </Dropzone>
  );
}
