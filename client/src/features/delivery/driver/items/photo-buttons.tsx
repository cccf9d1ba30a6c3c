import { Button, FileButton, SimpleGrid } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { imageTypes } from '../../../../lib/api/upload.ts';
import styles from '../portal/driver.module.css';

interface PhotoButtonsProps {
  /** What they add, for readers: 'Add Pickup Photos, Desk'. */
  label: string;
  onFiles: (files: File[]) => void;
  disabled?: boolean;
  /** The button that opens the camera, for a dialog that asks for a photo. */
  camera?: RefObject<HTMLButtonElement | null>;
}

/**
 * Two ways to a photo: the camera in one tap, or several from the phone. A drop area would hide the camera on Android.
 */
export function PhotoButtons({ label, onFiles, disabled = false, camera }: PhotoButtonsProps) {
  const resetCamera = useRef<() => void>(null);
  const resetChoice = useRef<() => void>(null);
  const add = (files: File[]) => {
    if (files.length > 0) onFiles(files);
    // The next shot of the camera may have the very same file name.
    resetCamera.current?.();
    resetChoice.current?.();
  };
  return (
    <SimpleGrid cols={2} spacing="xs">
      <FileButton
        resetRef={resetCamera}
        accept="image/*"
        capture="environment"
        onChange={(file) => add(file ? [file] : [])}
        disabled={disabled}
      >
        {(props) => (
          <Button
            {...props}
            ref={camera}
            className={styles.tile ?? ''}
            px={4}
            variant="light"
            leftSection={<IconCamera size={26} aria-hidden />}
            aria-label={t('{label}: take photo', { label })}
            disabled={disabled}
          >
            {t('Take photo')}
          </Button>
        )}
      </FileButton>
      <FileButton resetRef={resetChoice} accept={imageTypes.join(',')} multiple onChange={add} disabled={disabled}>
        {(props) => (
          <Button
            {...props}
            className={styles.tile ?? ''}
            px={4}
            variant="default"
            leftSection={<IconPhotoPlus size={26} aria-hidden />}
            aria-label={t('{label}: choose photos', { label })}
            disabled={disabled}
          >
            {t('Choose photos')}
          </Button>
        )}
      </FileButton>
    </SimpleGrid>
  );
}
